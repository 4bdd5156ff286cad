// What a page says about its position: the claim, the record of the catalogue, and a button that
// checks the strategies. `data` is what the program put into the page.
"use strict";

function showFacts(data, board) {
  const {record} = data;
  const byId = (id) => document.getElementById(id);

  function addFact(name, value, link) {
    const term = document.createElement("dt");
    term.textContent = name;
    const text = document.createElement("dd");
    if (link) {
      const anchor = document.createElement("a");
      anchor.href = link;
      anchor.textContent = value;
      text.append(anchor);
    } else {
      text.textContent = value;
    }
    byId("facts").append(term, text);
  }

  const entries = (player) => Object.keys(data.strategies[player]).length;
  const toMove = Onyx.parsePosition(board, data.position).toMove;
  byId("claim").textContent =
      `${toMove} is to move. Neither player can force a win: with correct play this game never ` +
      `ends. Proved by a strategy for each player that is never beaten.`;
  addFact("Stones", `${record.stones.V} V, ${record.stones.H} H` +
      (record.stones.midpoints ? `, ${record.stones.midpoints} of them on midpoints` : ""));
  addFact("Empty points", record.empty);
  addFact("Places that can ever change", record.arena.points + record.arena.midpoints);
  addFact("Shortest cycle", `${plies(record.cycle)}, captures in ${listed(record.squares)}` +
      (record.double_captures ? `, ${record.double_captures} double` : ""));
  addFact("Freedom", record.freedom === 0 ?
      "0: every move of it is the only one that does not lose" :
      `other moves along it that do not lose: ${record.freedom}`);
  addFact("Positions that correct play can go round in", record.class_size);
  addFact("Side to move fits a game that V began", record.suits_v_first ? "yes" : "no");
  addFact("Known game that leads here", record.game || "none");
  if (record.pattern !== null) {
    addFact("Pattern", `${record.pattern}: others of the same kind`,
            "../index.html#pattern=" + record.pattern);
  }
  addFact("Strategies", `V ${entries("V")} positions, H ${entries("H")} positions`);
  addFact("To check the proof, in the folder of this site", data.check);
  byId("text").value = data.position;

  // A second opinion: the rules of this page against the certificate. (onyx-check also checks that
  // no entry is spare.)
  function check(side) {
    try {
      const position = Onyx.parsePosition(board, data.position);
      const {positions, replies} = checkStrategy(board, position, side, data.strategies[side]);
      return `${side}: has a move in each of ${positions} positions, against all ${replies} moves ` +
          "of the opponent, and is never beaten. ";
    } catch (error) {
      return `${side}: the strategy FAILS, ${error.message}. `;
    }
  }
  byId("check").addEventListener("click", () => {
    byId("checked").textContent = check("V") + check("H");
  });
}
