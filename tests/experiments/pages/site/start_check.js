// Tests the start page: both captures, and the links.
const picture = () => byId("try-board").getAttribute("src");
const loaded = () => until(() => byId("try-board").complete && byId("try-board").naturalWidth > 0, picture(), 20);

await tryOut("captures", async () => {
  await loaded();
  for (const [spot, after] of [["try-B5", "capture-after.svg"], ["try-C3", "double-capture-after.svg"]]) {
    byId(spot).click();
    await loaded();
    expect(picture() === after, picture());
    expect(byId(spot).hidden && !byId("try-again").hidden, "buttons after " + spot);
    expect(document.activeElement.id === "try-again", "the focus is lost");
    byId("try-again").click();
    expect(picture() === "capture.svg" && !byId(spot).hidden, "not put back");
  }
});
await tryOut("the spots lie on their points", async () => {
  await loaded();
  const board = byId("try-board").getBoundingClientRect();
  for (const [spot, x, y] of [["try-B5", 128, 128], ["try-C3", 188, 232]]) {
    const {left, right, top, bottom} = byId(spot).getBoundingClientRect();
    const off = Math.hypot((left + right) / 2 - board.left - board.width * x / 420,
                           (top + bottom) / 2 - board.top - board.height * y / 420);
    expect(off < 3, `${spot} is ${off} pixels off`);
  }
});
await tryOut("it fits, and the page is marked", () => {
  expect(document.documentElement.scrollWidth <= innerWidth, "wider than the screen");
  expect(document.querySelector("nav [aria-current]").getAttribute("href") === "index.html", "the bar");
  expect(document.querySelector("meta[name=description]").content !== "", "description");
});
