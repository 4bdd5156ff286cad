// Follows a map, and lets the solver continue.
await tryOut("a map, a move, the solver", async () => {
  byId("size").value = "open:3x3";
  byId("size").dispatchEvent(new Event("change", {bubbles: true}));
  expect(byTag("#board .value").length === 11, "values: " + byTag("#board .value").length);
  expect(byTag("#values li").every((li) => /; proof: certificates\/3x3\/\w+\.certz$/.test(li.textContent)),
         "proofs: " + byTag("#values li")[0].textContent);
  touch("B2");
  expect(byId("status").textContent.includes("the solver may find it"), byId("status").textContent);
  byId("start-solve").click();
  await until(() => byId("progress").textContent.includes(" wins in "), "the value");
  expect(byTag("#values li").length > 0, "no values");
});
await tryOut("moves are gone through by keys and by their buttons", async () => {
  location.hash = "#at=open:3x3&moves=B2+A1+B1";
  await until(() => byTag("#moves li").length === 3, "three moves", 20);
  const status = () => byId("status").textContent;
  press("Home");
  expect(status().startsWith("open:3x3. V to move") && byTag("#board .value").length === 11, status());
  expect(byTag("#moves li").length === 3, "the moves are gone");
  press("ArrowRight");
  expect(status().startsWith("open:3x3 B2. H to move"), status());
  press("End");
  expect(status().startsWith("open:3x3 B2 A1 B1. "), status());
  press("ArrowLeft");
  byTag("#moves button")[0].click();
  expect(Address.read().get("moves") === "B2", location.hash);
  touch("C3");
  expect(Address.read().get("moves") === "B2 C3" && byTag("#moves li").length === 2, location.hash);
});
