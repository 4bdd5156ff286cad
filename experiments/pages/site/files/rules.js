// The rules of Onyx, for the pages of the site: places, captures, connections, notation.
//
// A place is known by its name ("C2", "BC12"). A position is {stones, toMove}: a Map from place to
// "V" or "H", and the side to move. Positions are never changed; play() makes a new one.
"use strict";

const Onyx = (() => {
  const other = (player) => (player === "V" ? "H" : "V");
  const pointName = (x, y) => "ABCDEFGHIJKLMNOPQRST"[x] + (y + 1);

  // The board of a size such as "12x12": its places (points by row from A1, then midpoints), the
  // places that each is joined to, its squares, and the two edges of each player.
  function makeBoard(size) {
    const [width, height] = size.split("x").map(Number);
    const points = [];
    const squares = [];  // {midpoint, corners}; corners i and i + 2 are opposite
    const neighbours = new Map();
    const squaresAt = new Map();  // of a corner
    const edges = {V: [[], []], H: [[], []]};
    const join = (a, b) => {
      neighbours.get(a).push(b);
      neighbours.get(b).push(a);
    };
    for (let y = 0; y < height; ++y) {
      for (let x = 0; x < width; ++x) {
        const name = pointName(x, y);
        points.push(name);
        neighbours.set(name, []);
        squaresAt.set(name, []);
        if (x > 0) join(name, pointName(x - 1, y));
        if (y > 0) join(name, pointName(x, y - 1));
        if (y === 0) edges.V[0].push(name);
        if (y === height - 1) edges.V[1].push(name);
        if (x === 0) edges.H[0].push(name);
        if (x === width - 1) edges.H[1].push(name);
      }
    }
    for (let r = 0; r + 1 < height; ++r) {
      for (let c = 0; c + 1 < width; ++c) {
        const corners =
            [pointName(c, r), pointName(c + 1, r), pointName(c + 1, r + 1), pointName(c, r + 1)];
        if ((c + r) % 2 === 1) {
          const midpoint = corners[0][0] + corners[1][0] + (r + 1) + (r + 2);
          const square = {midpoint, corners};
          squares.push(square);
          neighbours.set(midpoint, []);
          for (const corner of corners) {
            join(midpoint, corner);
            squaresAt.get(corner).push(square);
          }
        } else if (c % 2 === 0) {
          join(corners[0], corners[2]);
        } else {
          join(corners[3], corners[1]);
        }
      }
    }
    const squareOf = new Map(squares.map((square) => [square.midpoint, square]));
    const places = points.concat(squares.map((square) => square.midpoint));
    return {size, width, height, points, places, neighbours, squares, squareOf, squaresAt, edges};
  }

  // From "open:WxH", "standard:NxN", or "ROWS MIDPOINTS SIDE".
  function parsePosition(board, text) {
    const stones = new Map();
    if (text.startsWith("open:")) return {stones, toMove: "V"};
    if (text.startsWith("standard:")) {
      const last = board.width - 1;
      for (const middle of [board.width / 2 - 1, board.width / 2]) {
        for (const edge of [0, last]) {
          stones.set(pointName(middle, edge), "H");
          stones.set(pointName(edge, middle), "V");
        }
      }
      return {stones, toMove: "V"};
    }
    const [rows, midpoints, toMove] = text.split(" ");
    rows.split("/").forEach((row, fromTop) => {
      let x = 0;
      for (const part of row.match(/[VH]|\d+/g)) {
        if (/\d/.test(part)) {
          x += Number(part);
        } else {
          stones.set(pointName(x++, board.height - 1 - fromTop), part);
        }
      }
    });
    if (midpoints !== "-") {
      for (const item of midpoints.split(",")) stones.set(...item.split(":"));
    }
    return {stones, toMove};
  }

  // The canonical text, by which positions are told apart and strategies are keyed.
  function formatPosition(board, position) {
    const rows = [];
    for (let y = board.height - 1; y >= 0; --y) {
      let row = "";
      let empty = 0;
      for (let x = 0; x < board.width; ++x) {
        const stone = position.stones.get(pointName(x, y));
        if (!stone) {
          ++empty;
          continue;
        }
        row += (empty || "") + stone;
        empty = 0;
      }
      rows.push(row + (empty || ""));
    }
    const midpoints = board.squares.map((square) => square.midpoint)
                          .filter((midpoint) => position.stones.has(midpoint))
                          .map((midpoint) => midpoint + ":" + position.stones.get(midpoint));
    return [rows.join("/"), midpoints.join(",") || "-", position.toMove].join(" ");
  }

  // A shortest chain of the player's stones from one of his edges to the other, or null.
  function chainOf(board, position, player) {
    const own = (place) => position.stones.get(place) === player;
    const [start, goal] = board.edges[player];
    const before = new Map(start.filter(own).map((place) => [place, null]));
    for (const place of before.keys()) {  // grows while it is walked
      if (goal.includes(place)) {
        const chain = [];
        for (let link = place; link !== null; link = before.get(link)) chain.push(link);
        return chain;
      }
      for (const next of board.neighbours.get(place)) {
        if (own(next) && !before.has(next)) before.set(next, place);
      }
    }
    return null;
  }

  // "V", "H" or null. Only who moved last can have connected.
  const winner = (board, position) =>
      ["V", "H"].find((player) => chainOf(board, position, player)) || null;

  // An empty point, or an empty midpoint whose four corners are empty.
  function isFree(board, position, place) {
    if (!board.neighbours.has(place) || position.stones.has(place)) return false;
    const square = board.squareOf.get(place);
    return !square || !square.corners.some((corner) => position.stones.has(corner));
  }

  const legalPlaces = (board, position) => winner(board, position) ? [] :
      board.places.filter((place) => isFree(board, position, place));

  // The pairs of stones that the side to move captures by a stone on `place`.
  function pairsCaptured(board, position, place) {
    const mover = position.toMove;
    const pairs = [];
    for (const {midpoint, corners} of board.squaresAt.get(place) || []) {
      const at = corners.indexOf(place);
      const corner = (turn) => corners[(at + turn) % 4];
      const holds = (name, player) => position.stones.get(name) === player;
      if (!position.stones.has(midpoint) && holds(corner(2), mover) &&
          holds(corner(1), other(mover)) && holds(corner(3), other(mover))) {
        pairs.push([corner(1), corner(3)]);
      }
    }
    return pairs;
  }

  // The position after a legal move.
  function play(board, position, place) {
    const stones = new Map(position.stones);
    stones.set(place, position.toMove);
    for (const place2 of pairsCaptured(board, position, place).flat()) stones.delete(place2);
    return {stones, toMove: other(position.toMove)};
  }

  const moveText = (board, position, place) =>
      place + "*".repeat(pairsCaptured(board, position, place).length);
  const placeOf = (move) => move.replace(/\*+$/, "");

  return {
    chainOf, formatPosition, legalPlaces, makeBoard, moveText, pairsCaptured, parsePosition,
    placeOf, play, winner,
  };
})();
if (typeof module !== "undefined") module.exports = Onyx;
