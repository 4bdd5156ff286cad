// Solves puzzles by touching the board, fails them, and asks for hints. given: the number of
// puzzles.
const status = () => byId("status").textContent;
// Steps through the moves played, by buttons and by keys.
function replay(puzzle) {
  const all = byTag("#moves li").length;
  const end = [status(), byId("board").innerHTML];
  const shown = () => byTag("#moves button").findIndex((b) => b.hasAttribute("aria-current")) + 1;
  expect(all > 0 && shown() === all, `${puzzle.id}: at ${shown()} of ${all}`);
  press("Home");
  expect(shown() === 0 && status().startsWith("The start."), status());
  const start = byId("board").innerHTML;
  for (let ply = 1; ply <= all; ++ply) {
    press("ArrowRight");
    expect(shown() === ply, `${puzzle.id}: on to ${shown()}, not ${ply}`);
  }
  expect(status() === end[0] && byId("board").innerHTML === end[1], "the end is another one");
  press("ArrowLeft");
  expect(shown() === all - 1, "back to " + shown());
  byTag("#moves button")[0].click();
  expect(shown() === 1 && byTag("#board .offer").length === 0, "by its button to " + shown());
  byId("back").click();
  expect(byId("board").innerHTML === start, "the start is another one");
  byId("last").focus();
  byId("last").click();
  expect(status() === end[0], status());
  expect(document.activeElement.id === "last" && byId("last").getAttribute("aria-disabled") === "true", "no focus");
}
await tryOut("puzzles are solved and failed", async () => {
  const some = puzzleList.slice(0, given);
  expect(some.length === given, `${some.length} puzzles`);
  const asked = puzzleList.filter((p) => p.kind === "who").slice(0, 4);
  expect(asked.length > 0, "nobody asks who wins");
  for (const entry of new Set([...some, ...asked])) {
    const puzzle = await wholePuzzle(entry);
    for (const key of ["id", "kind", "board", "difficulty", "themes"]) {
      expect(String(puzzle[key]) === String(entry[key]), `${key} of ${puzzle.id} and ${entry.id}`);
    }
    location.hash = "#at=" + puzzle.id;
    await until(() => byId("about").title === puzzle.id && byTag("#moves li").length === 0,
                puzzle.id);
    const isLost = Boolean(puzzle.value) && puzzle.value[0] !== puzzle.position.slice(-1);
    if (puzzle.other_side) {
      expect(byTag("#board .offer").length === 0, "moves on offer before the answer");
      const isV = puzzle.position.slice(-1) === "V";
      const [own, other] = [puzzle.value[0], puzzle.other_side.value[0]];
      const right = isV ? own + other : other + own;
      for (const button of [...byId("answers").children]) {
        if (button.dataset.winners === right) continue;
        button.click();
        expect(byId("status").className === "failed" && !byId("answers").hidden, status());
      }
      byId("again").click();
      expect(!byId("answers").hidden, "answered by starting again");
      byId("hint").click();
      expect(puzzle.hints.length === 3 && status() === puzzle.hints[0], status());
      [...byId("answers").children].find((button) => button.dataset.winners === right).click();
      expect(byId("answers").hidden && status().startsWith("So it is"), status());
      expect(/Now show it\. (Black|White) (tries|to move)/.test(status()), status());
    }
    expect(byId("answers").hidden, "an answer to what is not asked");
    const first = isLost ? puzzle.solution.next[0] : puzzle.solution;
    if (!isLost) {
      const [wrong] = puzzle.wrong[0].split(" ");
      byTag("#board [tabindex='0']")[0].focus();
      touch(wrong.replace(/\*+$/, ""));
      expect(byId("status").className === "failed" && status().includes("does not do it"), status());
      expect(document.activeElement.id === "retry", "the focus is at " + document.activeElement.tagName);
      expect(byTag("#moves li").length === 2, "no refutation");
      press("ArrowLeft");
      expect(byTag("#moves li").length === 2 && byTag("#board .offer").length === 0, "a move back");
      byId("retry").click();
      expect(byTag("#moves li").length === 0 && byTag("#board .offer").length > 0, "no second try");
      expect(byId("retry").hidden && byId("status").className === "", "still failed");
      touch(wrong.replace(/\*+$/, ""));
      byId("again").click();
      await until(() => byTag("#moves li").length === 0, "the beginning again");
    }
    for (let hint = 0; hint < 4; ++hint) byId("hint").click();
    expect(status() === `It is ${first.move}.`, status());
    for (let step = first; step;) {
      touch(step.move.replace(/\*+$/, ""));
      const reply = (step.next || [])[0];
      step = reply && (reply.next || [])[0];
    }
    expect(byId("status").className === "solved", puzzle.id + ": " + status());
    expect(puzzle.why !== "" && byId("why").textContent === puzzle.why, puzzle.id + ": " + byId("why").textContent);
    const isNew = !byId("about").textContent.includes("solved before");
    expect(isNew, "solved before it was solved: " + puzzle.id);
    replay(puzzle);
  }
});
await tryOut("a slower win is no failure", async () => {
  location.hash = "#at=4x4-who-2d4b7e1fe0b74262";  // White wins with A2 in 5 plies, with A3 in 7
  await until(() => byId("about").title.endsWith("2d4b7e1fe0b74262") && !byId("answers").hidden, "the question");
  const {value, other_side: other, position} = await wholePuzzle(addressedPuzzle());
  const right = position.endsWith("V") ? value[0] + other.value[0] : other.value[0] + value[0];
  [...byId("answers").children].find((button) => button.dataset.winners === right).click();
  touch("A3");
  expect(byId("status").className !== "failed", "failed before it is known: " + status());
  await until(() => status().startsWith("A3 wins, too, but not soonest"), status(), 60);
  expect(byId("status").className === "other" && !byId("retry").hidden, byId("status").className);
  byId("retry").click();
  touch("B1");
  await until(() => byId("status").className === "failed", "a move that loses: " + status(), 60);
});
await tryOut("a streak of first tries grows, and ends with a failure", async () => {
  const streak = () => Number((byId("streak").textContent.match(/: (\d+)\.$/) || [0, 0])[1]);
  const begin = async (entry) => {
    location.hash = "#at=" + entry.id;
    await until(() => byId("about").title === entry.id && byTag("#board .offer").length > 0, entry.id, 20);
    tried.delete(entry.id);
    return wholePuzzle(entry);
  };
  const some = puzzleList.filter((p) => p.kind === "win").slice(0, 2);
  const solve = async (entry, usesHint) => {
    const {solution} = await begin(entry);
    if (usesHint) byId("hint").click();
    for (let step = solution; step; step = step.next?.[0].next?.[0]) touch(step.move.replace(/\*+$/, ""));
    expect(byId("status").className === "solved", status());
  };
  const before = streak();
  await solve(some[0], false);
  expect(streak() === before + 1 && Kept.get("streak") === String(before + 1), byId("streak").textContent);
  byId("again").click();
  await solve(some[1], true);
  expect(streak() === before + 1, "a hint: " + byId("streak").textContent);
  const {wrong} = await begin(some[0]);
  byId("again").click();
  touch(wrong[0].split(" ")[0].replace(/\*+$/, ""));
  expect(streak() === 0 && Kept.get("streak") === "0", byId("streak").textContent);
});
await tryOut("filters, and today's", async () => {
  byId("theme").value = puzzleList.find((p) => p.themes.length).themes[0];
  byId("theme").dispatchEvent(new Event("change", {bubbles: true}));
  expect(/^[1-9]/.test(byId("count").textContent), byId("count").textContent);
  byId("theme").value = "";
  byId("kind").value = puzzleList[0].kind;
  byId("kind").dispatchEvent(new Event("change", {bubbles: true}));
  const ofKind = puzzleList.filter((p) => p.kind === puzzleList[0].kind).length;
  await until(() => byId("count").textContent.startsWith(`${ofKind} of `), `${ofKind} of a kind`, 20);
  byId("today").click();
  const day = new Date();
  const number = Math.floor(Date.UTC(day.getFullYear(), day.getMonth(), day.getDate()) / 86400000);
  const todays = puzzleList[number * 7919 % puzzleList.length].id;
  await until(() => byId("about").title === todays, todays, 20);
});
await tryOut("a puzzle has a number, and words for its kind", async () => {
  const asks = puzzleList.find((p) => p.kind === "who");
  location.hash = "#at=" + asks.number;
  await until(() => byId("about").title === asks.id, "puzzle " + asks.number, 20);
  expect(byId("about").textContent.startsWith(`Puzzle ${asks.number} (${asks.board}, who wins?), `),
         byId("about").textContent);
  const words = byTag("#kind option").map((option) => option.textContent);
  expect(words.includes("hold out") && !words.includes("resist"), words.join());
  expect(new Set(puzzleList.map((p) => p.number)).size === puzzleList.length, "a number has two puzzles");
});
await tryOut("without an address, the first unsolved puzzle that the kept filters let through", async () => {
  byId("kind").value = puzzleList[0].kind;
  byId("unsolved").checked = false;
  byId("kind").dispatchEvent(new Event("change", {bubbles: true}));
  expect(Kept.get("filters").includes("kind=" + puzzleList[0].kind), Kept.get("filters"));
  const own = puzzleList.filter((p) => p.kind === puzzleList[0].kind);
  expect(own.some((p) => solved.has(p.id)), "none is solved");
  const {id} = own.find((p) => !solved.has(p.id)) || own[0];
  const other = puzzleList.find((p) => p.id !== id);
  location.hash = "#at=" + other.id;
  await until(() => byId("about").title === other.id, other.id, 20);
  location.hash = "";
  await until(() => byId("about").title === id, id, 20);
});
await tryOut("Back leads to the puzzle before", async () => {
  const before = byId("about").textContent;
  byId("following").click();
  await until(() => byId("about").textContent !== before, "the next one", 20);
  history.back();
  await until(() => byId("about").textContent === before, "the one before", 20);
});
await tryOut("an unknown address shows no puzzle, and offers the first", async () => {
  location.hash = "#at=nobody-made-this";
  await until(() => status().includes("“nobody-made-this” is not in this collection"), status(), 20);
  expect(byTag("#board")[0].getClientRects().length === 0, "another puzzle is shown");
  press("ArrowLeft");
  byTag("#status a")[0].click();
  await until(() => byId("about").title === puzzleList[0].id, "the first", 20);
  expect(byTag("#board .offer").length > 0 || !byId("answers").hidden, "no board");
});
