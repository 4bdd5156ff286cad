// Tests the atlas: the list with its filters, a pattern, and the link to a position with the
// pattern.
const links = (id) => [...byId(id).querySelectorAll("a")];
function choose(id, value) {
  byId(id).value = value;
  byId(id).dispatchEvent(new Event("change", {bubbles: true}));
}

await tryOut("the list shows all, and what a filter leaves", () => {
  const all = onyxPatternList.length;
  expect(byId("count").textContent === `${all} of ${all} patterns.`, byId("count").textContent);
  expect(links("patterns").length === all, "as many pictures");
  expect(byId("patterns").querySelectorAll("svg circle").length > 10 * all, "no stones");
  choose("board", "12x12");
  const there = onyxPatternList.filter(([, , , boards]) => "12x12" in boards).length;
  expect(links("patterns").length === there && there < all, "the filter");
  expect(Address.read().get("board") === "12x12", "the address");
});
await tryOut("a pattern has an address, a picture and its positions", async () => {
  const [name, number, position, boards] = onyxPatternList[0];
  choose("board", "");
  links("patterns")[0].click();
  await until(() => links("classes").length > 0, "no positions");
  expect(!byId("one").hidden && byId("all").hidden, "the view");
  expect(byId("title").textContent === `Pattern ${number}`, byId("title").textContent);
  expect(byId("facts").textContent.includes(name), "without its name for programs");
  expect(byId("picture").querySelector("svg"), "no picture");
  const count = Object.values(boards).reduce((sum, some) => sum + some, 0);
  expect(links("classes").length === Math.min(count, 20), "its positions");
  expect(links("classes").some((link) => link.title === position), "without its smallest");
  for (const link of links("classes")) {
    expect(/^position\.html#at=\d+x\d+-\d+$/.test(link.getAttribute("href")), link.href);
  }
});
await tryOut("an address without a pattern is told", async () => {
  location.hash = "#at=none";
  await until(() => !byId("all").hidden, "no list");
  expect(byId("count").textContent.includes("no pattern “none”"), byId("count").textContent);
});
