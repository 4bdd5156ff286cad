// Solves puzzles by touching the board, fails them, and asks for hints. given: how many.
const status = () => byId("status").textContent;
await tryOut("puzzles are solved and failed", async () => {
  const some = onyxPuzzles.slice(0, given);
  expect(some.length === given, `${some.length} puzzles`);
  for (const puzzle of some) {
    location.hash = "#at=" + puzzle.id;
    await until(() => byId("about").textContent.startsWith(puzzle.id) && byTag("#moves li").length === 0,
                puzzle.id);
    const [wrong] = puzzle.wrong[0].split(" ");
    touch(wrong.replace(/\*+$/, ""));
    expect(byId("status").className === "failed" && status().includes("does not do it"), status());
    expect(byTag("#moves li").length === 2, "no refutation");
    byId("again").click();
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
  byId("theme").value = onyxPuzzles.find((p) => p.themes.length).themes[0];
  byId("theme").dispatchEvent(new Event("change", {bubbles: true}));
  expect(/^[1-9]/.test(byId("count").textContent), byId("count").textContent);
  byId("today").click();
  expect(byId("demand").textContent !== "", "no puzzle of today");
});
