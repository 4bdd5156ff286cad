// Tests the page for play. given: {answers: the output of `onyx solve --json` for some positions,
// games: games of the vectors, repeating: a record with a repetition}.
const open = async (record, ply) => {
  byId("record").value = record;
  byId("paste").dispatchEvent(new Event("submit", {cancelable: true}));
  await until(() => Address.read().get("record"), "the record");
};
const status = () => byId("status").textContent;

await tryOut("the solver says what onyx solve says", async () => {
  expect(given.answers.length > 0, "no positions");
  for (const native of given.answers) {
    const answer = await Program.work(
        {request: {ask: "solve", position: native.position, seconds: 300, megabytes: 1536}}).answer;
    expect(answer && !answer.fault, native.position + ": " + (answer && answer.fault));
    for (const key of ["position", "value", "distance", "distance_at_most", "best_moves",
                       "best_moves_exact"]) {
      const [here, there] = [answer[key], native[key]].map((value) => JSON.stringify(value));
      expect(here === there, `${native.position}: ${key}: ${here}, not ${there}`);
    }
  }
});
await tryOut("what takes the explorer long is solved without a second thread", async () => {
  // There is too little memory for proof-number search, and too many positions for a first look.
  const position = "VVH1H/V1VVV/H1H1V/1HVHV/VV1VH DE12:H,DE34:H,CD45:H V";
  const answer = await Program.work(
      {request: {ask: "solve", position, seconds: 300, megabytes: 16}}).answer;
  expect(answer.value === "draw" && answer.engine === "explorer", JSON.stringify(answer));
});
await tryOut("games are stepped to the end", async () => {
  expect(given.games.length > 0, "no games");
  for (const game of given.games) {
    await open([`${game.setup}:${game.size}x${game.size}`, ...game.moves].join(" "));
    expect(byId("fault").textContent === "", byId("fault").textContent);
    byId("first").click();
    for (let ply = 0; ply <= game.moves.length; ++ply) {
      const state = Rules.state(Program.ask({ask: "game", text: Address.read().get("record")})
          .positions[ply]);
      expect(byId("slider").value === String(ply), "ply " + byId("slider").value);
      for (const check of game.checks.filter((item) => item.ply === ply)) {
        const of = (player) => [...state.stones.keys()]
            .filter((place) => state.stones.get(place) === player).sort();
        expect(JSON.stringify(of("V")) === JSON.stringify(check.V), "V's stones, ply " + ply);
        expect(JSON.stringify(of("H")) === JSON.stringify(check.H), "H's stones, ply " + ply);
        const legal = [...state.moves.values()].map(({move}) => move).sort();
        expect(JSON.stringify(legal) === JSON.stringify(check.legal), "moves, ply " + ply);
        const offers = byTag("#board .offer").length;
        expect(offers === legal.length, `${offers} offers, ply ${ply}`);
      }
      byId("next").click();
    }
    if (game.winner) expect(status().includes(`${names[game.winner]} has joined`), status());
  }
});
await tryOut("the arrows reach every place, and keep to a column", async () => {
  await open("open:4x5 B2");
  const focused = () => document.activeElement.dataset.place;
  const goes = (key) => {
    const from = focused();
    press(key, document.activeElement);
    return focused() !== from;
  };
  for (let drawing = 0; drawing < 2; ++drawing) {
    byId("grid").click();
    byTag("#board .offer")[0].focus();
    while (goes("ArrowLeft"));
    const reached = new Set([focused()]);
    while (goes("ArrowRight")) reached.add(focused());
    expect(reached.size === byTag("#board .offer").length, [...reached].join(" "));
    document.querySelector(".offer[data-place=C1]").focus();
    const column = ["C1"];
    while (goes("ArrowUp")) column.push(focused());
    expect(["C2", "C3", "C4", "C5"].every((place) => column.includes(place)), column.join(" "));
  }
});
await tryOut("the pie rule stays in the record", async () => {
  await open("open:4x4 B2 swap C3");
  expect(Address.read().get("record") === "open:4x4 B2 swap C3", Address.read().get("record"));
  touch("D4");
  expect(byId("record").value === "open:4x4 B2 swap C3 D4", byId("record").value);
});
await tryOut("a swap is seen, and gives the reader the other side", async () => {
  const moves = () => byTag("#moves button").length;
  await open("open:5x5 C3 pie D4 (no swap)");
  expect(byTag("#moves li")[0].textContent === "1. C3pie", byTag("#moves li")[0].textContent);
  byTag("#moves button")[0].click();
  expect(status().includes("The second player swaps sides"), status());
  await open("open:5x5 C3 (no swap) D4");
  expect(byId("record").value === "open:5x5 C3 D4", byId("record").value);
  location.hash = "#record=open:5x5&level=1&opponent=V";
  await until(() => moves() === 1 && !byId("swap").hidden, "the first move, and the button", 60);
  byId("swap").click();
  await until(() => moves() === 2 && byId("cancel").hidden, "its answer as White", 60);
  expect(byId("opponent-side").value === "H" && byId("swap").hidden && status().startsWith("White plays"), status());
  expect(/^open:5x5 \w+ swap \w+$/.test(byId("record").value), byId("record").value);
});
await tryOut("with the pie rule the opponent swaps if the first move wins, also on large boards", async () => {
  for (const [setup, good, bad] of [["standard:6x6", "E1", "C3"], ["standard:8x8", "H2", "D4"]]) {
    for (const place of [good, bad]) {
      location.hash = `#record=${setup}&level=1&opponent=H&pie=1`;
      await until(() => byId("record").value === setup, "the new board");
      touch(place);
      await until(() => byTag("#board .offer").length > 0, "the reader's turn", 60);
      const [side, record] = place === good ? ["V", / swap$/] : ["H", /^\S+ \S+ \S+$/];
      expect(byId("opponent-side").value === side && record.test(byId("record").value), byId("record").value);
    }
  }
  byId("pie").checked = false;
});
await tryOut("a player can resign", async () => {
  await open("open:5x5 C3 D4");
  byId("resign").click();
  const record = "open:5x5 C3 D4 Black resigns";
  expect(status().endsWith("Black resigns, so White wins.") && byTag("#board .offer").length === 0, status());
  await open(record);
  expect(byId("record").value === record && byId("hint").disabled, byId("record").value);
  for (const [end, loser] of [["B+Resign", "White"], ["W resigns", "White"], ["White won by resignation", "Black"]]) {
    await open(`open:5x5 C3 D4 ${end}`);
    expect(byId("record").value === `open:5x5 C3 D4 ${loser} resigns`, byId("record").value);
  }
  byId("back").click();
  touch("D4");
  touch("B2");
  expect(byId("record").value === "open:5x5 C3 D4 B2", byId("record").value);
});
await tryOut("a win is told once, and an empty game does not run", async () => {
  await open("open:2x2 A1 B1 A2");
  byId("annotate").click();
  await until(() => byId("summary").textContent.includes("Mistakes of"), "analysed");
  expect(status().endsWith("Black has joined bottom and top and wins."), status());
  expect(byId("run").ariaDisabled === "false", "it does not run");
  await open("open:2x2");
  expect(byId("run").ariaDisabled === "true", "it runs");
  press(" ");
  expect(byId("run").textContent === "run", "it runs by the space bar");
});
await tryOut("a repetition is shown, and the end annotated", async () => {
  await open(given.repeating);
  expect(byId("repetitions").textContent.includes("returns after move"), "no repetition");
  expect(status().includes("This position was there after move"), status());
  byId("annotate").click();
  await until(() => byId("summary").textContent.includes("Mistakes of"), "analysed");
  expect(byTag("#moves .note").length > 0 && byTag("#moves .note")[0].textContent === "draw",
         "no notes");
});
await tryOut("mistakes are marked, in the list and in the graph", async () => {
  await open("HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H C2");
  byId("annotate").click();
  await until(() => byId("summary").textContent.includes("Mistakes of"), "analysed");
  expect(byId("summary").textContent.includes("White: 1, at move 1"), byId("summary").textContent);
  expect(byTag("#moves .note")[0].textContent.startsWith("? Black wins"), byTag("#moves .note")[0].textContent);
  expect(byTag("#graph .mark").length === 1, "marks in the graph");
  byTag("#graph [data-ply='0']")[0].dispatchEvent(new MouseEvent("click", {bubbles: true}));
  expect(byId("slider").value === "0", "the graph goes to ply " + byId("slider").value);
  expect(byId("summary").textContent !== "", "a step erases the summary");
  await open("open:4x4 B2 C3 A1 D4 B3 D3 B4");
  expect(byId("summary").textContent === "", "the summary of another game");
  byId("annotate").click();
  await until(() => byId("summary").textContent.includes("Mistakes of"), "analysed");
  byTag("#moves button")[0].click();
  expect(status().includes("before it, Black wins in 6 moves, soonest with C2 or B3."), status());
});
await tryOut("solving shows every move's value, and can be ended", async () => {
  await open("HVHHH/HVHVV/V1V1V/VV1VV/HHHVH - H");
  byId("start-solve").click();
  await until(() => byTag("#values li").length === 3 && byId("cancel").hidden, "three values");
  expect(byTag("#board .value").length === 3, "on the board");
  expect(byId("value").textContent.startsWith("draw. Best: B3*."), byId("value").textContent);
  await open("open:8x8");
  byId("start-solve").click();
  await until(() => byId("progress").textContent.includes("searched"), "progress");
  byId("cancel").click();
  await until(() => byId("progress").textContent === "Cancelled.", "cancelled");
  await open("open:8x8 D4 E5");
  byId("annotate").click();
  byId("cancel").click();
  await until(() => byId("summary").textContent !== "", "a word on the stopped analysis");
  expect(byId("summary").textContent.trim() === "No move is judged: the analysis was stopped.",
         byId("summary").textContent);
});
await tryOut("the program plays against the reader, gives a hint, and takes back", async () => {
  const moves = () => byTag("#moves button").length;
  await open("open:5x5");
  byId("level").value = "3";
  touch("C3");
  await until(() => moves() === 2 && byId("cancel").hidden, "its answer", 60);
  expect(status().startsWith("White plays"), status());
  byId("hint").click();
  await until(() => /would play|A move:/.test(status()), "a hint", 60);
  byId("take-back").click();
  expect(byId("slider").value === "0", "back at ply " + byId("slider").value);
  byId("opponent-side").value = "V";
  byId("columns").value = byId("rows").value = "4";
  byId("new").dispatchEvent(new Event("submit", {cancelable: true}));
  await until(() => moves() === 1 && byId("cancel").hidden, "its first move", 60);
  expect(byId("take-back").disabled, "its first move can be taken back");
  byId("opponent-side").value = "H";
  await open("open:4x4");
});
await tryOut("the opponent gets its turn, and nobody plays for it", async () => {
  const moves = () => byTag("#moves button").length;
  const isAnswered = (count) => until(() => moves() === count && byId("cancel").hidden, count + " moves", 60);
  await open("open:5x5");
  byId("level").value = "2";
  byTag("#board [tabindex='0']")[0].focus();
  touch("C3");
  expect(document.activeElement === byId("board"), "the focus is at " + document.activeElement.tagName);
  expect(status().endsWith("The program thinks…") && byTag("#board .offer").length === 0, status());
  expect(byId("hint").disabled, "a hint for the opponent");
  byId("back").click();
  byId("next").click();
  await isAnswered(2);
  expect(document.activeElement.classList.contains("offer"), "the focus stays at " + document.activeElement.tagName);
  touch(byTag("#board .offer")[0].dataset.place);
  byId("cancel").click();
  await until(() => !byId("let-move").hidden, "the button");
  expect(byTag("#board .offer").length === 0, "its places are offered");
  byId("let-move").click();
  await isAnswered(4);
  location.hash = "#record=open:5x5+B2&level=1&opponent=H";
  await until(() => moves() === 2 && status().startsWith("White plays"), "an answer to the address", 60);
  byId("record").value = "zzz";
  byId("paste").dispatchEvent(new Event("submit", {cancelable: true}));
  expect(byId("fault").textContent !== "" && byId("level").value === "1", "a faulty paste ends the game");
  await open("open:2x2 A1 B1 A2");
  expect(["hint", "start-solve", "prove"].every((id) => byId(id).disabled), "buttons after the end");
});
await tryOut("a certificate is made and judged", async () => {
  await open("open:3x3");
  byId("prove").click();
  await until(() => byId("value").textContent.includes("accepted: Black wins; Black to move on 3x3, empty"), "accepted");
});
await tryOut("the editor, and what is wrong with a position", async () => {
  await open("open:4x4");
  document.querySelector("input[name=tool][value=H]").click();
  touch("B2");
  expect(Address.read().get("record") === "4/4/1H2/4 - V", location.hash);
  document.querySelector("input[name=tool][value='']").click();
  touch("B2");
  expect(Address.read().get("record") === "open:4x4", location.hash);
  byId("turn").click();
  expect(Address.read().get("record") === "4/4/4/4 - H", location.hash);
  document.querySelector("input[name=tool][value=play]").click();
  byId("columns").value = byId("rows").value = "4";
  await open("1. b2 c3 2. d4");
  expect(Address.read().get("record") === "open:4x4 B2 C3 D4", location.hash);
  await open("open:4x4 B2 B2");
  expect(byId("fault").textContent.includes("ply 2"), byId("fault").textContent);
});
