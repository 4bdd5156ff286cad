// Tests the list of positions: filters, search, sorting and addresses.
const choose = (id, value) => {
  byId(id).value = value;
  byId(id).dispatchEvent(new Event("change", {bubbles: true}));
};
const column = (number) =>
    byTag("#rows tr").map((row) => row.children[number].textContent);
const all = Positions.list;

await tryOut("all are listed", () => {
  expect(byTag("#rows tr").length === all.length, "rows");
  const links = byTag("#rows a").map((link) => link.getAttribute("href"));
  expect(new Set(links).size === all.length, "links");
  expect(!document.querySelector("img"), "a file's name became a tag");
  expect(column(1)[0] === "12x12", "first of all a small board: " + column(1)[0]);
  for (const p of all) {
    const [, number] = p.address.match(/^position\.html#at=(\d+x\d+-\d+)$/) || [];
    expect(Positions.named(number).name === p.name && Positions.named(p.name).title === p.title, p.title);
  }
});
await tryOut("filters", () => {
  choose("board", "12x12");
  expect(column(1).length === 1 && column(1)[0] === "12x12", "board");
  expect(Address.read().get("board") === "12x12", location.hash);
  const cycles = byTag("#cycle option").map((option) => option.value).filter((value) => value);
  expect(cycles.length === 1, "cycles that no such board has: " + cycles);
  choose("board", "");
  choose("only", "a known game leads here");
  expect(column(11).length > 0 && !column(11).includes("-"), "games");
  choose("only", "");
});
await tryOut("a pattern has a picture, and its name is an address", () => {
  const pattern = String(all.find((p) => p.pattern !== null).pattern);
  choose("pattern", pattern);
  expect(column(12).every((name) => name === pattern), "rows");
  expect(document.querySelector("#about-pattern svg circle"), "picture");
  expect(Address.read().get("pattern") === pattern, location.hash);
  choose("pattern", "");
});
await tryOut("search", () => {
  for (const p of all) {
    choose("search", p.position);
    expect(column(0).includes(p.title), p.position);
    choose("search", partsOf(p.position).rows[1].slice(1).replace(/\.+/g, (run) => run.length));
    expect(column(0).includes(p.title), "a part of " + p.position);
  }
  const {placeholder} = byId("search");
  expect(placeholder.includes("?") && placeholder.includes("/"), placeholder);
  choose("search", placeholder);
  expect(byTag("#rows tr").length > 0, `the example ${placeholder} finds nothing`);
  choose("search", "VVVVVVVVVVVVVVVVVVVV");
  expect(byTag("#rows tr").length === 0 && !byId("nothing").hidden, "no answer");
  choose("search", "");
  expect(byId("nothing").hidden, "nothing?");
});
await tryOut("sorting", () => {
  const button = byId("columns").children[2].querySelector("button");
  button.click();
  const stones = column(2).map(Number);
  expect(stones.every((n, i) => i === 0 || stones[i - 1] <= n), "up");
  button.click();
  expect(column(2).map(Number).every((n, i, list) => i === 0 || list[i - 1] >= n), "down");
});
await tryOut("it fits", () => {
  expect(document.documentElement.scrollWidth <= innerWidth, "wider than the screen");
  const heads = byTag("#columns th").filter((head) => head.getClientRects().length).map((head) => head.textContent);
  expect(heads.join() === "Position,Stones,Empty,Cycle,Pattern", "columns on a phone: " + heads);
});
