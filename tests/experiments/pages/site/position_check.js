// Tests the page of a position that has a proof game, as a reader uses it, with clicks and keys.
const click = (id) => byId(id).click();
const status = () => byId("status").textContent;
const entry = Positions.named(Address.read().get("at"));
const data = await Positions.certificateOf(entry);
const drawn = () => Address.read();  // mode and ply
const moves = () => byId("moves").children.length;
const cycle = data.line.prefix.length + data.line.cycle.length;

await tryOut("the cycle leads back to the start", () => {
  expect(document.title.includes(entry.title) && byId("title").textContent.includes(entry.title),
         "titles that many positions share");
  for (let i = 0; i < cycle; ++i) {
    expect(!status().includes("is back"), "back too early");
    click("next");
  }
  expect(status().includes(`The position of ${data.line.cycle.length} moves ago is back`), status());
  click("next");
  expect(byId("slider").value === String(data.line.prefix.length + 1), "no second round");
});
await tryOut("keys step", () => {
  press("Home");
  expect(byId("slider").value === "0", "Home");
  press("ArrowRight");
  press("ArrowRight");
  expect(byId("slider").value === "2", "right");
  expect(drawn().get("ply") === "2", "the address");
  press("ArrowLeft");
  expect(byId("slider").value === "1", "left");
  press(" ");
  expect(byId("run").textContent === "stop", "space does not start");
  press(" ");
  expect(byId("run").textContent === "run", "space does not stop");
});
await tryOut("the game leads to the position", () => {
  click("tab-game");
  byId("slider").value = data.game.moves.length;
  byId("slider").dispatchEvent(new Event("input", {bubbles: true}));
  expect(status().includes("This is the position that the certificate speaks of"), status());
  expect(moves() === data.game.moves.length, "the moves");
});
await tryOut("a wide board scrolls to the last move, and by keys", () => {
  click("tab-game");
  const [frame] = byTag(".scroll");
  expect(frame.scrollWidth > frame.clientWidth && frame.tabIndex === 0, "it does not scroll by keys");
  for (let ply = 1; ply <= 40; ++ply) {
    byTag("#moves button")[ply - 1].click();
    const [around, mark] = [frame, byTag("#board .last")[0]].map((one) => one.getBoundingClientRect());
    expect(mark.left >= around.left - 1 && mark.right <= around.right + 1, `move ${ply} is not in view`);
  }
  const before = moves();
  frame.focus();
  press("ArrowLeft", frame);
  expect(moves() === before, "a key that scrolls takes a move back");
});
await tryOut("another move than that of the cycle", () => {
  click("tab-cycle");
  click("branch");
  expect(document.activeElement.matches("#board .offer"), "the focus is not on the board");
});
await tryOut("a part of the board", () => {
  click("tab-cycle");
  const part = byId("board").getAttribute("viewBox");
  expect(!byId("zoom-label").hidden && byId("zoom").checked, "not by itself");
  const width = Math.min(...byTag(".target").map((t) => t.getBoundingClientRect().width), 99);
  click("tab-V");
  for (const target of byTag(".target")) {
    expect(target.getBoundingClientRect().width >= 39.5, "a small target " + width);
  }
  click("zoom");
  expect(byId("board").getAttribute("viewBox") !== part, "the same view");
  click("zoom");
  expect(byId("board").getAttribute("viewBox") === part, "another view");
});
for (const side of ["V", "H"]) {
  await tryOut(`nobody beats the certificate as ${side}`, () => {
    let random = 1;
    let ends = 0;
    click("tab-" + side);
    for (let round = 0; round < 40; ++round) {
      expect(!status().includes(`${names[side]} has joined`), "the certificate was beaten");
      if (status().includes("has joined")) {
        ++ends;
        expect(byId("board").querySelector(".chain"), "the chain is not shown");
        click("restart");
        continue;
      }
      if (status().includes("play has come round")) ++ends;
      expect(status().includes(`Your turn as ${names[side]}`), status());
      const offers = byTag("#board .offer");
      random = (random * 1103515245 + 12345) % 2147483648;
      const before = moves();
      const offer = offers[(random >> 8) % offers.length];
      if (round % 2) offer.dispatchEvent(new MouseEvent("click", {bubbles: true}));
      else press("Enter", offer);
      expect(moves() > before, "the move was not made");
    }
    expect(ends > 0, "no game came to an end");
  });
}
await tryOut("the referee judges it", async () => {
  click("check");
  await until(() => byId("checked").textContent.includes("ccepted"), byId("checked").textContent);
  const said = byId("checked").textContent;
  expect(said.startsWith("accepted: draw; ") && said.endsWith(data.position), said);
});
