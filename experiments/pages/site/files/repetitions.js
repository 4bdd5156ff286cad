// The list of positions: filters, search, sorting, and more rows on demand.
"use strict";

(() => {
  // 12x12 comes first, and on 12x12, positions that a game from the standard setup reaches.
  const rank = (p) => 2 * (p.board !== "12x12") + !p.game.startsWith("standard");
  const positions = [...Positions.list].sort((a, b) => rank(a) - rank(b));
  const kRowsAtOnce = 100;
  const kRowsAtFirst = 20;  // fills a screen

  // --- Columns and filters -----------------------------------------------------------------------

  const columns = [
    {name: "Position", value: (p) => p.title, order: (p) => 1e6 * area(p.board) + p.number},
    {name: "Board", value: (p) => p.board, order: (p) => area(p.board)},
    {name: "Stones", value: (p) => p.stones},
    {name: "Empty", value: (p) => p.empty},
    {name: "Arena", value: (p) => p.arena},
    {name: "Class", value: (p) => p.classSize},
    {name: "Cycle", value: (p) => p.cycle},
    {name: "Freedom", value: (p) => p.freedom},
    {name: "Squares", value: (p) => p.squares},
    {name: "Double", value: (p) => p.doubles},
    {name: "Black first", value: (p) => p.fits ? "yes" : "no"},
    {name: "Game", value: (p) => p.game ? p.game.split(":")[0] : "-"},
    {name: "Pattern", value: (p) => p.pattern === null ? "-" : p.pattern},
  ];
  function area(board) {
    const [width, height] = board.split("x").map(Number);
    return width * height * 100 + width;
  }

  // Selects the record positions of each board: those with the lowest `value` (the highest, if
  // `sign` is -1).
  function recordOf(value, sign = 1) {
    const best = new Map();
    for (const p of positions) {
      const least = best.get(p.board);
      if (least === undefined || sign * value(p) < sign * least) best.set(p.board, value(p));
    }
    return (p) => value(p) === best.get(p.board);
  }
  const onlys = new Map([
    ["a known game leads here", (p) => p.game !== ""],
    ["side to move fits Black first", (p) => p.fits],
    ["every move is the only one", (p) => p.freedom === 0],
    ["some freedom", (p) => p.freedom > 0],
    ["with a double capture", (p) => p.doubles > 0],
    ["fewest stones of its board", recordOf((p) => p.stones)],
    ["fewest empty points of its board", recordOf((p) => p.empty)],
    ["smallest arena of its board", recordOf((p) => p.arena)],
    ["shortest cycle of its board", recordOf((p) => p.cycle)],
    ["longest cycle of its board", recordOf((p) => p.cycle, -1)],
    ["most squares of its board", recordOf((p) => p.squares, -1)],
    ["largest class of its board", recordOf((p) => p.classSize, -1)],
    ["most freedom of its board", recordOf((p) => p.freedom, -1)],
  ]);

  // Whether the position matches `wish`: a whole position, several rows, or one row, in which
  // digits are empty points and ? matches anything.
  function hasPart(p, wish) {
    const [rows, midpoints, toMove] = wish.trim().split(/\s+/);
    const part = rows.toUpperCase().split("/")
        .map((row) => row.replace(/\d+/g, (count) => ".".repeat(Math.min(count, 20))));
    const whole = partsOf(p.position);
    if (toMove && toMove.toUpperCase() !== whole.toMove) return false;
    if (midpoints && midpoints !== "-") {
      const all = midpoints.toUpperCase().split(",").map((item) => item.split(":"));
      if (!all.every(([name, player]) => whole.midpoints.get(name) === player)) return false;
    }
    const fitsAt = (x, y) => part.every((row, i) => [...row].every((letter, j) =>
        letter === "?" || (whole.rows[y + i] || "")[x + j] === letter));
    for (let y = 0; y + part.length <= whole.height; ++y) {
      for (let x = 0; x + part[0].length <= whole.width; ++x) if (fitsAt(x, y)) return true;
    }
    return false;
  }

  // Returns an example search: the middle of the first position, with one wildcard point.
  function exampleOfSearch() {
    if (positions.length === 0) return "";
    const {rows, height} = partsOf(positions[0].position);
    const [upper, lower] = rows.slice(Math.floor(height / 2) - 1).map((row) => row.slice(0, 4));
    return `${upper.slice(0, -1)}?/${lower}`.replace(/\.+/g, (run) => run.length);
  }

  const filters = {
    board: (p, wish) => p.board === wish,
    cycle: (p, wish) => String(p.cycle) === wish,
    empty: (p, wish) => String(p.empty) === wish,
    pattern: (p, wish) => String(p.pattern) === wish,
    only: (p, wish) => onlys.get(wish)(p),
    search: hasPart,
  };
  const wishOf = (id) => byId(id).value.trim();
  // Returns the positions accepted by all filters except `left`.
  function fittingAllBut(left) {
    const asked = Object.entries(filters).map(([id, fits]) => ({id, fits, wish: wishOf(id)}))
                      .filter(({id, wish}) => id !== left && wish !== "");
    return positions.filter((p) => asked.every(({fits, wish}) => fits(p, wish)));
  }

  // Each select element offers the values among the positions that the other filters accept.
  const choices = {
    board: {value: (p) => p.board, order: area},
    cycle: {value: (p) => String(p.cycle), order: Number},
    empty: {value: (p) => String(p.empty), order: Number},
    pattern: {value: (p) => p.pattern && String(p.pattern), order: null},  // most positions first
  };
  for (const [id, {value}] of Object.entries(choices)) {
    byId(id).parentNode.hidden = new Set(positions.map(value)).size < 2;  // there is no choice
  }
  function fill(id, values, counts) {
    const now = byId(id).value;
    byId(id).replaceChildren(...["", ...values].map((value) => {
      const name = (id === "pattern" ? "pattern " : "") + value;
      const text = value === "" ? "all" : counts ? `${name} (${counts.get(value)})` : name;
      return element("option", text, {value});
    }));
    byId(id).value = now;
  }
  function fillChoices() {
    for (const [id, {value, order}] of Object.entries(choices)) {
      const counts = new Map();
      for (const p of fittingAllBut(id)) {
        if (value(p) !== null) counts.set(value(p), (counts.get(value(p)) || 0) + 1);
      }
      if (wishOf(id) !== "" && !counts.has(wishOf(id))) counts.set(wishOf(id), 0);
      const values = [...counts.keys()].sort(order ? (a, b) => order(a) - order(b) :
          (a, b) => counts.get(b) - counts.get(a) || a - b);
      fill(id, values, counts);
    }
    const left = fittingAllBut("only");
    fill("only", [...onlys.keys()].filter((name) =>
        name === wishOf("only") || left.some(onlys.get(name))));
  }

  // --- The table ---------------------------------------------------------------------------------

  let chosen = [];
  let shown = 0;
  let unshown = null;  // the timer that shows more rows after the first ones
  let sorting = {column: null, sign: 1};

  function choose() {
    chosen = fittingAllBut(null);
    if (sorting.column) {
      const key = sorting.column.order || sorting.column.value;
      const compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;
      chosen.sort((a, b) => sorting.sign * compare(key(a), key(b)));
    }
    byId("rows").replaceChildren();
    shown = 0;
    showMore(kRowsAtFirst);
    clearTimeout(unshown);
    unshown = setTimeout(() => showMore(kRowsAtOnce - kRowsAtFirst), 100);
    const patterns = new Set(chosen.map((p) => p.pattern).filter((p) => p !== null)).size;
    fillChoices();
    byId("nothing").hidden = chosen.length > 0;
    showPattern(wishOf("pattern"));
    byId("count").textContent = `${chosen.length} of ${positions.length} positions, ` +
        `${patterns} ${patterns === 1 ? "pattern" : "patterns"}.`;
  }

  // Represents a pattern by the picture of one of its positions with the fewest stones.
  function showPattern(number) {
    const of = positions.filter((p) => String(p.pattern) === number);
    byId("about-pattern").hidden = of.length === 0;
    if (of.length === 0) return;
    const least = of.reduce((a, b) => b.stones < a.stones ? b : a);
    byId("about-pattern").replaceChildren(thumbnail(least.position), element("span",
        `Pattern ${number}: ${of.length} of the positions. Its smallest is ${least.title}. `),
        element("a", "More of it", {href: "atlas.html#at=" + number}));
  }

  function showMore(count) {
    const rows = chosen.slice(shown, shown + count).map((p) => {
      const row = document.createElement("tr");
      columns.forEach((column, i) => {
        const cell = document.createElement("td");
        if (i === 0) {
          const link = document.createElement("a");
          link.href = p.address;
          link.textContent = p.title;
          link.title = p.position;
          cell.append(thumbnail(p.position), link);
        } else {
          cell.textContent = column.value(p);
        }
        row.append(cell);
      });
      return row;
    });
    byId("rows").append(...rows);
    shown += rows.length;
    byId("more").hidden = shown === chosen.length;
    byId("more").textContent = `Show more (${chosen.length - shown} left)`;
  }

  for (const column of columns) {
    const head = document.createElement("th");
    const button = document.createElement("button");
    button.textContent = column.name;
    button.addEventListener("click", () => {
      sorting = {column, sign: sorting.column === column ? -sorting.sign : 1};
      for (const other of byId("columns").children) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", sorting.sign > 0 ? "ascending" : "descending");
      choose();
    });
    head.scope = "col";
    head.append(button);
    byId("columns").append(head);
  }

  // The filters are stored in the address after #, so that they can be linked to.
  function readAddress() {
    const wishes = Address.read();
    for (const id of Object.keys(filters)) {
      const wish = wishes.get(id) || "";
      const field = byId(id);
      if (field.tagName === "SELECT" && wish !== "") field.append(element("option", wish, {value: wish}));
      field.value = id === "only" && !onlys.has(wish) ? "" : wish;
    }
    choose();
    const only = wishes.get("only") || "";
    if (only !== "" && !onlys.has(only)) {
      Address.complain(`The address asks for ${quoted(only)} only, which means nothing here.`);
    }
  }
  function writeAddress() {
    Address.write(Object.fromEntries(Object.keys(filters).map((id) => [id, wishOf(id)])));
    choose();
  }
  byId("filters").addEventListener("change", writeAddress);
  byId("search").addEventListener("input", writeAddress);
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("filters").addEventListener("reset", () => setTimeout(writeAddress));
  byId("more").addEventListener("click", () => {
    const next = shown;
    showMore(kRowsAtOnce);
    if (byId("more").hidden) byId("rows").rows[next].querySelector("a").focus();
  });
  window.addEventListener("hashchange", readAddress);
  byId("search").placeholder = exampleOfSearch();
  readAddress();
  setReady(true);
})();
