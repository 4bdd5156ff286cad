// The list of positions: filters, sorting, and rows that are added as the reader asks for them.
"use strict";

(() => {
  const byId = (id) => document.getElementById(id);
  const positions = onyxPositions;
  const kRowsAtOnce = 100;

  // --- Columns and filters -----------------------------------------------------------------------

  const columns = [
    {name: "Position", value: (p) => p.name},
    {name: "Board", value: (p) => p.board, order: (p) => area(p.board)},
    {name: "Stones", value: (p) => p.stones.V + p.stones.H},
    {name: "Empty", value: (p) => p.empty},
    {name: "Arena", value: (p) => p.arena.points + p.arena.midpoints},
    {name: "Class", value: (p) => p.class_size},
    {name: "Cycle", value: (p) => p.cycle},
    {name: "Freedom", value: (p) => p.freedom},
    {name: "Squares", value: (p) => p.squares.length},
    {name: "Double", value: (p) => p.double_captures},
    {name: "V first", value: (p) => p.suits_v_first ? "yes" : "no"},
    {name: "Game from", value: (p) => p.game || "-"},
    {name: "Pattern", value: (p) => p.pattern === null ? "-" : p.pattern},
  ];
  function area(board) {
    const [width, height] = board.split("x").map(Number);
    return width * height * 100 + width;
  }

  // A record of its board: the positions where `value` is least (or, with sign -1, largest).
  function recordOf(value, sign = 1) {
    const best = new Map();
    for (const p of positions) {
      const least = best.get(p.board);
      if (least === undefined || sign * value(p) < sign * least) best.set(p.board, value(p));
    }
    return (p) => value(p) === best.get(p.board);
  }
  const arenaOf = (p) => p.arena.points + p.arena.midpoints;
  const onlys = new Map([
    ["a known game leads here", (p) => p.game !== null],
    ["side to move fits V first", (p) => p.suits_v_first],
    ["every move is the only one", (p) => p.freedom === 0],
    ["some freedom", (p) => p.freedom > 0],
    ["with a double capture", (p) => p.double_captures > 0],
    ["fewest stones of its board", recordOf((p) => p.stones.V + p.stones.H)],
    ["fewest empty points of its board", recordOf((p) => p.empty)],
    ["smallest arena of its board", recordOf(arenaOf)],
    ["shortest cycle of its board", recordOf((p) => p.cycle)],
    ["longest cycle of its board", recordOf((p) => p.cycle, -1)],
    ["most squares of its board", recordOf((p) => p.squares.length, -1)],
    ["largest class of its board", recordOf((p) => p.class_size, -1)],
    ["most freedom of its board", recordOf((p) => p.freedom, -1)],
  ]);

  const filters = {
    board: (p, wish) => p.board === wish,
    cycle: (p, wish) => String(p.cycle) === wish,
    pattern: (p, wish) => String(p.pattern) === wish,
    only: (p, wish) => onlys.get(wish)(p),
  };

  function fill(id, values) {
    byId(id).replaceChildren(...["", ...values].map((value) => {
      const option = document.createElement("option");
      option.value = value;
      option.textContent = value === "" ? "all" : value;
      return option;
    }));
  }
  const valuesOf = (value, order) => [...new Set(positions.map(value))]
      .filter((v) => v !== null).sort((a, b) => order(a) - order(b));
  fill("board", valuesOf((p) => p.board, area));
  fill("cycle", valuesOf((p) => p.cycle, Number));
  fill("pattern", valuesOf((p) => p.pattern, Number));
  fill("only", onlys.keys());

  // --- The table ---------------------------------------------------------------------------------

  let chosen = [];
  let shown = 0;
  let sorting = {column: null, sign: 1};

  function choose() {
    chosen = positions.filter((p) => Object.entries(filters).every(([id, fits]) => {
      const wish = byId(id).value;
      return wish === "" || fits(p, wish);
    }));
    if (sorting.column) {
      const key = sorting.column.order || sorting.column.value;
      const compare = (a, b) => a < b ? -1 : a > b ? 1 : 0;
      chosen.sort((a, b) => sorting.sign * compare(key(a), key(b)));
    }
    byId("rows").replaceChildren();
    shown = 0;
    showMore();
    const patterns = new Set(chosen.map((p) => p.pattern).filter((p) => p !== null)).size;
    byId("count").textContent = `${chosen.length} of ${positions.length} positions, ` +
        `${patterns} ${patterns === 1 ? "pattern" : "patterns"}.`;
  }

  // A small picture: V's stones are full, H's are rings. It only holds numbers, no text from outside.
  function thumbnail(p) {
    const board = Onyx.makeBoard(p.board);
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", "thumbnail");
    svg.setAttribute("viewBox", `-0.7 -0.7 ${board.width + 0.4} ${board.height + 0.4}`);
    svg.setAttribute("aria-hidden", "true");
    const spotOf = (place) => {
      const square = board.squareOf.get(place);
      const index = board.points.indexOf(square ? square.corners[0] : place);
      const shift = square ? 0.5 : 0;
      return [index % board.width + shift,
              board.height - 1 - Math.floor(index / board.width) - shift];
    };
    svg.innerHTML = [...Onyx.parsePosition(board, p.position).stones].map(([place, player]) => {
      const [x, y] = spotOf(place);
      const fill = player === "V" ? "#1d2733" : "#ffffff";
      const radius = board.squareOf.has(place) ? 0.26 : 0.36;
      return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="#1d2733" ` +
          'stroke-width="0.12"/>';
    }).join("");
    return svg;
  }

  function showMore() {
    const rows = chosen.slice(shown, shown + kRowsAtOnce).map((p) => {
      const row = document.createElement("tr");
      columns.forEach((column, i) => {
        const cell = document.createElement("td");
        if (i === 0) {
          const link = document.createElement("a");
          link.href = `positions/${p.name}.html`;
          link.textContent = p.name;
          link.title = p.position;
          cell.append(thumbnail(p), link);
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

  // The filters stand behind the # of the address, so that they can be linked to.
  function readAddress() {
    const wishes = new URLSearchParams(location.hash.slice(1));
    for (const id of Object.keys(filters)) {
      byId(id).value = wishes.get(id) || "";
      if (byId(id).selectedIndex < 0) byId(id).value = "";
    }
    choose();
  }
  function writeAddress() {
    const wishes = new URLSearchParams();
    for (const id of Object.keys(filters)) if (byId(id).value) wishes.set(id, byId(id).value);
    history.replaceState(null, "", "#" + wishes);
    choose();
  }
  byId("filters").addEventListener("change", writeAddress);
  byId("filters").addEventListener("submit", (event) => event.preventDefault());
  byId("filters").addEventListener("reset", () => setTimeout(writeAddress));
  byId("more").addEventListener("click", showMore);
  window.addEventListener("hashchange", readAddress);
  readAddress();
})();
