// Solves puzzles by touching the board, fails them, and asks for hints. given: how many.
const status = () => byId("status").textContent;
await tryOut("puzzles are solved and failed", async () => {
  const some = puzzleList.slice(0, given);
  expect(some.length === given, `${some.length} puzzles`);
  for (const entry of some) {
    const puzzle = await wholePuzzle(entry);
    for (const key of ["id", "kind", "board", "difficulty", "themes"]) {
      expect(String(puzzle[key]) === String(entry[key]), `${key} of ${puzzle.id} and ${entry.id}`);
    }
    location.hash = "#at=" + puzzle.id;
    await until(() => byId("about").textContent.startsWith(puzzle.id) && byTag("#moves li").length === 0,
                puzzle.id);
    const [wrong] = puzzle.wrong[0].split(" ");
    touch(wrong.replace(/\*+$/, ""));
    expect(byId("status").className === "failed" && status().includes("does not do it"), status());
    expect(byTag("#moves li").length === 2, "no refutation");
    byId("again").click();
    await until(() => byTag("#moves li").length === 0, "the beginning again");
    for (let hint = 0; hint < 4; ++hint) byId("hint").click();
    expect(status() === `It is ${puzzle.solution.move}.`, status());
    for (let step = puzzle.solution; step;) {
      touch(step.move.replace(/\*+$/, ""));
      const reply = (step.next || [])[0];
      step = reply && (reply.next || [])[0];
    }
    expect(byId("status").className === "solved", puzzle.id + ": " + status());
  }
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
  await until(() => byId("about").textContent.startsWith(todays), todays, 20);
});
