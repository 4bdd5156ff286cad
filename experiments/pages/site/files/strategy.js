// Checks a safe strategy by the rules: from the position on, whatever the opponent plays, it has a
// legal move with the right marks, and the opponent never connects.
"use strict";

// `strategy` maps positions with `side` to move to moves. Returns {positions, replies}, how many
// were walked through; throws an Error that names the position where the strategy fails.
function checkStrategy(board, position, side, strategy) {
  const met = new Set();
  const waiting = [];
  let replies = 0;
  const meet = (next) => {
    const text = Onyx.formatPosition(board, next);
    if (met.has(text)) return;
    if (Onyx.chainOf(board, next, side === "V" ? "H" : "V")) throw new Error("beaten at " + text);
    if (!Object.hasOwn(strategy, text)) throw new Error("no move at " + text);
    met.add(text);
    waiting.push([next, strategy[text]]);
  };
  const meetReplies = (next) => {
    for (const place of Onyx.legalPlaces(board, next)) {
      ++replies;
      meet(Onyx.play(board, next, place));
    }
  };
  if (position.toMove === side) {
    meet(position);
  } else {
    meetReplies(position);
  }
  while (waiting.length > 0) {
    const [next, move] = waiting.pop();
    const place = Onyx.placeOf(move);
    if (!Onyx.legalPlaces(board, next).includes(place) ||
        Onyx.moveText(board, next, place) !== move) {
      throw new Error(`${move} is wrong at ${Onyx.formatPosition(board, next)}`);
    }
    meetReplies(Onyx.play(board, next, place));
  }
  return {positions: met.size, replies};
}
