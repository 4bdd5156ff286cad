// Follows a map and its proofs, then lets the solver continue.
const status = () => byId("status").textContent;
await tryOut("a map, a move, its proof, the solver", async () => {
  byId("size").value = "open:3x3";
  byId("size").dispatchEvent(new Event("change", {bubbles: true}));
  expect(byTag("#board .value").length === 11, "values: " + byTag("#board .value").length);
  expect(byTag("#values li").every((li) => /^\w+: (Black|White) wins in (at most )?\d+ moves?(; swap)?$/.test(li.textContent)),
         "proved: " + byTag("#values li")[0].textContent);
  touch("B2");
  await until(() => status().includes("The proof plays B3."), "the proof", 20);
  touch("B3");
  expect(status().includes("White wins, whatever is played"), status());
  expect(byTag("#values li").length === byTag("#board .offer").length &&
         byTag("#values li").every((li) => /: White wins; answer \w+\**$/.test(li.textContent)), "answers");
  byId("check").click();
  await until(() => byId("checked").textContent.startsWith("accepted: White wins; "), "the referee", 20);
  byId("start-solve").click();
  await until(() => byId("progress").textContent.includes(" wins in "), "the value");
  expect(byTag("#values li").length > 0, "no values");
});
await tryOut("who plays as the proof does wins, whatever is played", async () => {
  byId("size").value = "standard:4x4";
  byId("size").dispatchEvent(new Event("change", {bubbles: true}));
  if (!byId("answer").checked) byId("answer").click();
  const winners = new Map(byTag("#values li").map((li) => li.textContent.split(/: | wins/)));
  for (const [first, winner] of winners) {
    for (let random = 1; random < 6; ++random) {
      byId("size").dispatchEvent(new Event("change", {bubbles: true}));
      touch(first);
      await until(() => status().includes("the proof answers each move"), `${first}: ${status()}`, 20);
      for (let ply = 2; !status().includes("and wins"); ply += 2) {
        const offers = byTag("#board .offer");
        touch(offers[(random * 7919 + ply * 31) % offers.length].dataset.place);
      }
      expect(status().includes(`${winner} has joined`), `${first}: ${status()}`);
    }
  }
  byId("answer").click();
});
await tryOut("moves are gone through by keys and by their buttons", async () => {
  location.hash = "#at=open:3x3&moves=B2+A1+B1";
  await until(() => status().startsWith("3x3, empty B2 A1 B1. "), "three moves", 20);
  press("Home");
  expect(status().startsWith("3x3, empty. Black to move") && byTag("#board .value").length === 11, status());
  expect(byTag("#moves li").length === 3, "the moves are gone");
  press("ArrowRight");
  expect(status().startsWith("3x3, empty B2. White to move"), status());
  press("End");
  expect(status().startsWith("3x3, empty B2 A1 B1. "), status());
  press("ArrowLeft");
  byTag("#moves button")[0].click();
  expect(Address.read().get("moves") === "B2", location.hash);
  touch("C3");
  expect(Address.read().get("moves") === "B2 C3" && byTag("#moves li").length === 2, location.hash);
});
await tryOut("a proof that cannot be loaded is tried again", async () => {
  const {item} = Pieces;
  Pieces.item = () => Promise.reject(new Error("no network"));
  location.hash = "#at=standard:6x6&moves=E1";
  await until(() => status().includes("could not be read"), "the failure", 20);
  expect(byId("complaint").textContent.includes("no network"), byId("complaint").textContent);
  Pieces.item = item;
  byId("back").focus();
  byId("back").click();
  await new Promise((resolve) => setTimeout(resolve, 100));  // a browser takes the focus away at its next picture
  expect(status().includes("Black to move") && document.activeElement === byId("back"), "the focus is lost");
  touch("E1");
  await until(() => status().includes("the proof answers each move"), status(), 20);
});
await tryOut("a first move with a proof too large for the site has its value", () => {
  delete onyxOpenings.find(({setup}) => setup === "standard:6x6").map.find(({move}) => move === "A1").piece;
  byId("size").value = "standard:6x6";
  byId("size").dispatchEvent(new Event("change", {bubbles: true}));
  touch("A1");
  expect(/After \w+: (Black|White) wins in .* moves?\. The proof, results\/openings\//.test(status()), status());
});
