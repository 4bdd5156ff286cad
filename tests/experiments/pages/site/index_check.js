// Tries out the list of positions: filters, sorting, addresses.
"use strict";

{
  const byId = (id) => document.getElementById(id);
  const choose = (id, value) => {
    byId(id).value = value;
    byId(id).dispatchEvent(new Event("change", {bubbles: true}));
  };
  const column = (number) =>
      [...byId("rows").children].map((row) => row.children[number].textContent);

  tryOut("all are listed", () => {
    expect(byId("rows").children.length === onyxPositions.length, "rows");
    const links = [...byId("rows").querySelectorAll("a")].map((link) => link.getAttribute("href"));
    expect(new Set(links).size === onyxPositions.length, "links");
    expect(!document.querySelector("img"), "a file's name became a tag");
  });

  tryOut("filters", () => {
    choose("board", "12x12");
    expect(column(1).length === 1 && column(1)[0] === "12x12", "board");
    expect(location.hash === "#board=12x12", location.hash);
    choose("board", "");
    choose("only", "a known game leads here");
    expect(column(11).length > 0 && !column(11).includes("-"), "games");
    choose("only", "");
  });

  tryOut("sorting", () => {
    const button = byId("columns").children[2].querySelector("button");
    button.click();
    const stones = column(2).map(Number);
    expect(stones.every((n, i) => i === 0 || stones[i - 1] <= n), "up");
    button.click();
    expect(column(2).map(Number).every((n, i, all) => i === 0 || all[i - 1] >= n), "down");
  });
}
