// A game against the bot, in the notation of Abstract Play:
//
//   node play.js [--size 12] [--level 3] [--seed 1] [--second]
//
// You are player 1 (V, bottom to top), or with --second player 2 (H, left to right). Type d4, d4x for a
// capture, b1/c2 for a midpoint, and as the second move of the game swap to exchange the sides.
import {createInterface} from "node:readline";
import {parseArgs} from "node:util";
import {load, setupOf, toAbstractPlay} from "onyx-game";

const {values: options} = parseArgs({options: {
  size: {type: "string", default: "12"}, level: {type: "string", default: "3"},
  seed: {type: "string", default: "1"}, second: {type: "boolean", default: false}}});

const onyx = await load();
const setup = setupOf([`size-${options.size}`]);
const moves = [];
let you = options.second ? "H" : "V";

// The bot exchanges the sides if the first stone is near the middle of the board.
function wantsToSwap() {
  const [, column, row] = /^([a-z])(\d+)/.exec(moves[0]);
  const isCentral = (at) => at > options.size / 4 && at <= 3 * options.size / 4;
  return isCentral(column.charCodeAt(0) - 96) && isCentral(Number(row));
}

async function botsMove(position) {
  if (moves.length === 1 && wantsToSwap()) return "swap";
  const {move} = await onyx.genmove(position, {level: Number(options.level), seed: Number(options.seed)});
  return toAbstractPlay(move);
}

function make(move) {
  const {states} = onyx.game(setup, [...moves, move]);
  moves.push(move);
  if (move === "swap") you = you === "V" ? "H" : "V";
  return states.at(-1);
}

const input = createInterface({input: process.stdin});
const lines = input[Symbol.asyncIterator]();
let state = onyx.position(setup);
while (!state.winner) {
  if (state.toMove !== you) {
    const move = await botsMove(state.position);
    console.log(`bot: ${move}`);
    state = make(move);
    continue;
  }
  process.stdout.write("you: ");
  const {value: typed, done} = await lines.next();
  if (done) break;
  try {
    state = make(typed.trim().toLowerCase());
  } catch (error) {
    console.log(error.message);
  }
}
input.close();
console.log(state.winner ? `${state.winner === you ? "You win" : "The bot wins"}: ${moves.join(" ")}` : "");
