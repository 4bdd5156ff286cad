// Follows a map, and has the solver go on.
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
