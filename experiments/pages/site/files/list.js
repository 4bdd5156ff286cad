// The positions of the site, expanded from the short lines of positions.js, and their certificates,
// which are loaded on demand.
"use strict";

const Positions = (() => {
  const count = (text, part) => text.split(part).length - 1;
  function made(line, index) {
    const [sum, number, position, points, midpoints, classSize, cycle, freedom, squares, doubles, game,
           pattern] = line;
    const [rows, onMidpoints, toMove] = position.split(" ");
    const onPoints = {V: count(rows, "V"), H: count(rows, "H")};
    const stones = {V: onPoints.V + count(onMidpoints, ":V"), H: onPoints.H + count(onMidpoints, ":H")};
    const empty = (rows.match(/\d+/g) || []).reduce((sum, digits) => sum + Number(digits), 0);
    const height = count(rows, "/") + 1;
    const board = `${(onPoints.V + onPoints.H + empty) / height}x${height}`;
    const [patternName, patternNumber] = pattern === 0 ? [null, null] : onyxPatterns[pattern - 1];
    return {
      index, position, board, number, title: `${board} no. ${number}`,
      address: `position.html#at=${board}-${number}`, name: `${board}-${sum}`, stones: stones.V + stones.H, empty,
      arena: points + midpoints, classSize, cycle, freedom, squares, doubles,
      fits: ((stones.V - stones.H) % 2 === 0) === (toMove === "V"),
      game: game && `${game === "o" ? "open" : "standard"}:${board}`,
      pattern: patternNumber, patternName,
    };
  }
  let list = null;  // built on demand: the page of a single position needs no other

  // Returns the position with this name, such as "4x5-17" or "4x5-" and the class's hash, if any.
  function named(name) {
    const [, end] = (name || "").split("-");
    for (const [index, line] of onyxPositions.entries()) {
      if (end !== line[0] && end !== String(line[1])) continue;
      const position = made(line, index);
      if (name.startsWith(position.board + "-")) return position;
    }
  }

  // Returns a promise of the certificate of a position, as stored by the site.
  const certificateOf = ({index}) => Pieces.item("certificates", onyxPerFile, index);

  return {
    get list() {
      return list ||= onyxPositions.map(made);
    },
    named, certificateOf,
  };
})();
