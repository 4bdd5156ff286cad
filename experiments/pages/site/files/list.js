// The positions of the site, made from the short lines of positions.js, and their certificates,
// which are loaded on demand.
"use strict";

const Positions = (() => {
  const count = (text, part) => text.split(part).length - 1;
  function made(line, index) {
    const [sum, position, points, midpoints, classSize, cycle, freedom, squares, doubles, game,
           pattern] = line;
    const [rows, onMidpoints, toMove] = position.split(" ");
    const onPoints = {V: count(rows, "V"), H: count(rows, "H")};
    const stones = {V: onPoints.V + count(onMidpoints, ":V"), H: onPoints.H + count(onMidpoints, ":H")};
    const empty = (rows.match(/\d+/g) || []).reduce((sum, digits) => sum + Number(digits), 0);
    const height = count(rows, "/") + 1;
    const board = `${(onPoints.V + onPoints.H + empty) / height}x${height}`;
    return {
      index, position, board, name: `${board}-${sum}`, stones: stones.V + stones.H, empty,
      arena: points + midpoints, classSize, cycle, freedom, squares, doubles,
      fits: ((stones.V - stones.H) % 2 === 0) === (toMove === "V"),
      game: game && `${game === "o" ? "open" : "standard"}:${board}`,
      pattern: pattern === 0 ? null : onyxPatterns[pattern - 1],
    };
  }
  let list = null;  // made on demand: a page of one position needs no other

  // The position with this name, or undefined.
  function named(name) {
    for (const [index, line] of onyxPositions.entries()) {
      if (!name || !name.endsWith(line[0])) continue;
      const position = made(line, index);
      if (position.name === name) return position;
    }
  }

  // The certificate of a position of the list, as stored by the site.
  const certificateOf = ({index}) => Pieces.item("certificates", onyxPerFile, index);

  return {
    get list() {
      return list ||= onyxPositions.map(made);
    },
    named, certificateOf,
  };
})();
