// Holds the rules of the site against tests/vectors/games.jsonl: `checkRules(Onyx, lines)` returns
// the number of positions compared, or throws at the first difference.
//   node rules_check.js SITE/rules.js games.jsonl
"use strict";

function checkRules(Onyx, lines) {
  let compared = 0;
  const expectEqual = (found, expected, where) => {
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      throw new Error(`${where}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
    }
  };
  lines.forEach((line, number) => {
    const game = JSON.parse(line);
    const board = Onyx.makeBoard(`${game.size}x${game.size}`);
    let position = Onyx.parsePosition(board, `${game.setup}:${board.size}`);
    for (let ply = 0; ply <= game.moves.length; ++ply) {
      const where = `game ${number + 1}, ply ${ply}`;
      const stonesOf = (player) => [...position.stones.keys()]
          .filter((place) => position.stones.get(place) === player).sort();
      const legal = Onyx.legalPlaces(board, position)
          .map((place) => Onyx.moveText(board, position, place)).sort();
      for (const check of game.checks.filter((item) => item.ply === ply)) {
        expectEqual(stonesOf("V"), check.V, where);
        expectEqual(stonesOf("H"), check.H, where);
        expectEqual(legal, check.legal, where);
        ++compared;
      }
      const text = Onyx.formatPosition(board, position);
      expectEqual(Onyx.formatPosition(board, Onyx.parsePosition(board, text)), text, where);
      if (ply === game.moves.length) break;
      expectEqual(legal.includes(game.moves[ply]), true, where);
      position = Onyx.play(board, position, Onyx.placeOf(game.moves[ply]));
    }
    expectEqual(Onyx.winner(board, position), game.winner, `the winner of game ${number + 1}`);
  });
  return compared;
}

if (typeof module !== "undefined") {
  const lines = require("fs").readFileSync(process.argv[3], "utf8").trim().split("\n");
  console.log(checkRules(require(process.argv[2]), lines), "positions agree");
}
