// The trainer. The reader moves; the puzzle answers from its solution, or refutes a wrong move. If
// the puzzle asks who wins, the reader first answers, and then plays the winner.
"use strict";

// The list's facts about each puzzle. A whole puzzle is loaded when it is opened; the first one is
// loaded together with the program.
const puzzleList = onyxPuzzles.map(([id, kind, board, difficulty, themes, number], index) =>
    ({index, id, number, kind, board, difficulty, themes: themes.map((theme) => onyxThemes[theme])}));
const kinds = {win: "win", draw: "draw by repetition", resist: "hold out", who: "who wins?"};
// Easy puzzles come first; among equals, wins on Mini-Onyx, the easiest kind to understand.
const lateness = (p) => 4 * p.difficulty + 2 * (p.board !== "6x6") + (p.kind !== "win");
puzzleList.sort((a, b) => lateness(a) - lateness(b) || a.index - b.index);
const wholePuzzle = ({index}) => Pieces.item("puzzles", onyxPuzzlesPerFile, index);

const keptSet = (key) => new Set((Kept.get(key) || "").split(" ").filter((id) => id));
const solved = keptSet("solved");
const tried = new Set([...solved, ...keptSet("tried")]);  // puzzles whose first try is over
const filters = {
  kind: (p, wish) => p.kind === wish,
  size: (p, wish) => p.board === wish,
  difficulty: (p, wish) => String(p.difficulty) === wish,
  theme: (p, wish) => p.themes.includes(wish),
};
const keptFilters = new URLSearchParams(Kept.get("filters") || "");
for (const [id, values] of Object.entries({
       kind: puzzleList.map((p) => p.kind), size: puzzleList.map((p) => p.board),
       difficulty: puzzleList.map((p) => String(p.difficulty)), theme: puzzleList.flatMap((p) => p.themes)})) {
  const all = [...new Set(values)].sort();
  const word = (value) => id === "kind" ? kinds[value] : value;
  byId(id).append(...["", ...all].map((value) => element("option", word(value) || "all", {value})));
  byId(id).value = all.includes(keptFilters.get(id)) ? keptFilters.get(id) : "";
}
byId("unsolved").checked = keptFilters.has("unsolved");
const fitting = () => puzzleList.filter((p) => Object.entries(filters).every(([id, fits]) =>
    byId(id).value === "" || fits(p, byId(id).value)) && (!byId("unsolved").checked || !solved.has(p.id)));
const firstUnsolved = (list) => list.find((p) => !solved.has(p.id)) || list[0];

// Returns the puzzle that the address names by id or number; undefined if the site lacks it.
function addressedPuzzle() {
  const name = Address.read().get("at");
  return name ? puzzleList.find((p) => p.id === name || String(p.number) === name) :
      firstUnsolved(fitting()) || puzzleList[0];
}
if (addressedPuzzle()) {
  wholePuzzle(addressedPuzzle()).then(({position, demand}) => {
    if (byId("demand").textContent !== "") return;  // open() came first
    preview(position);
    byId("demand").textContent = demand;
  }, () => {});  // open() reports the error
}

Program.start(() => {
  if (puzzleList.length === 0) {
    for (const part of document.querySelectorAll(".board, .controls > :not(#status)")) part.hidden = true;
    byId("status").textContent = "This site was made without puzzles (onyx report --puzzles).";
    return;
  }
  const table = new Table(play);
  let chosen = fitting();
  let entry = null;  // the list's facts about the puzzle
  let puzzle = null;
  let steps = [];
  let at = 0;        // the ply shown
  let said = "";     // the text about the last ply
  let choices = null;  // solution steps that the reader may play; null if none is expected
  let isAsked = false; // whether the question "who wins?" is open
  let hints = 0;
  let outcome = "";  // "", "solved", "failed", or "other": not the solution, but perhaps right
  let wasSolved = false;  // whether the puzzle was solved before this attempt
  let retry = null;  // where a wrong move was made: {length of steps, choices}
  let streak = Number(Kept.get("streak"));  // puzzles in a row that were solved at the first try
  const last = () => steps.length - 1;
  const current = () => steps[last()];

  async function open(next) {
    entry = next;
    if (!next) {
      showNone(`The puzzle ${quoted(Address.read().get("at"))} is not in this collection. `);
      byId("status").append(element("a", "Begin with the first", {href: "#at=" + puzzleList[0].id}),
                            ", or choose below.");
      return;
    }
    try {
      const whole = await wholePuzzle(next);
      if (entry !== next) return;  // the reader has opened another puzzle
      puzzle = whole;
    } catch (error) {
      if (entry === next) showNone(`This puzzle cannot be shown: ${error.message}.`);
      return;
    }
    begin(Boolean(puzzle.other_side));
  }

  const solver = () => puzzle.position.slice(-1);
  // Returns the reader's side: the winner if the question is "who wins?", else the side to move.
  const reader = () => puzzle.value ? puzzle.value[0] : solver();

  // `before` is text to put before the statement of whose turn it is.
  function begin(asks, before = "") {
    steps = [Rules.state(puzzle.position)];
    isAsked = asks;
    choices = null;
    hints = 0;
    outcome = "";
    retry = null;
    wasSolved = solved.has(puzzle.id);
    if (isAsked) return show("Answer first, then show it.");
    choices = [puzzle.solution];
    if (reader() === solver()) return show(`${before}${names[current().toMove]} to move.`);
    push(puzzle.solution.move);
    choices = puzzle.solution.next;
    show(`${before}${names[solver()]} tries ${current().move}. ${names[current().toMove]} to move.`);
  }

  // --- Who wins? ---------------------------------------------------------------------------------

  function answer(winners) {
    const other = puzzle.other_side;
    const right = solver() === "V" ? puzzle.value[0] + other.value[0] : other.value[0] + puzzle.value[0];
    if (winners !== right) {
      outcome = "failed";
      return show("That is not so. Try again.");
    }
    begin(false, `So it is. With ${names[solver() === "V" ? "H" : "V"]} to move, ${
        valueText({value: other.value, distance: other.plies})}: ${other.main_line.join(" ")}. Now show it. `);
    byId("board").querySelector("[tabindex='0']")?.focus();
  }
  for (const button of byId("answers").children) {
    button.addEventListener("click", () => answer(button.dataset.winners));
  }

  // --- Moves -------------------------------------------------------------------------------------

  const push = (move) => steps.push(Rules.play(current(), move));

  function play(place) {
    if (choices === null) return;
    const {move} = current().moves.get(place);
    const isFirst = steps.length === 1;
    const here = {length: steps.length, choices};
    push(move);
    const step = choices.find((one) => one.move === move);
    if (step) return right(step);
    // Accept another move that solves the puzzle; the solution has no replies to it.
    if (choices.some(({also}) => (also || []).includes(move))) return end(move);
    const wrong = isFirst ? puzzle.wrong.map((item) => item.split(" "))
                                .find(([wrongMove]) => wrongMove === move) : null;
    choices = null;
    retry = here;
    if (wrong && wrong[2]) {
      outcome = "failed";
      const [, worth, reply] = wrong;
      push(reply);
      return show(`${move} does not do it: ` + (worth === "=" ? `after ${reply} it is a draw` :
          `${valueText({value: worth[0] + " wins", distance: Number(worth.slice(1))})}, beginning with ${reply}`) +
          ". Try again.");
    }
    // The puzzle has no refutation of a later wrong move, so the solver answers.
    refute(move);
  }

  function right({move, repeats, next}) {
    if (current().winner || repeats || !next || next.length === 0) return end(move);
    const [reply] = next;  // the reply of the main line
    push(reply.move);
    if (reply.repeats || !reply.next || reply.next.length === 0) return end(move);
    choices = reply.next;
    hints = 0;
    show(`${move} is right; ${names[current().by]} answers ${current().move}. ${names[current().toMove]} to move.`);
  }

  function end(move) {
    choices = null;
    outcome = "solved";
    solved.add(puzzle.id);
    Kept.set("solved", [...solved].join(" "));
    const endings = {
      draw: "Solved: the cycle is closed, and play goes on for ever.",
      resist: "Solved: no move holds out any longer.",
    };
    show(`${move}. ` + (current().winner ? `Solved: ${turnText(current())}` :
        reader() !== solver() ? `Solved: whatever ${names[solver()]} plays now, ${names[reader()]} connects next.` :
        endings[puzzle.kind] || "Solved: what is left needs no finding."));
  }

  // A hint, or a move that may be right, neither lengthens the streak nor ends it.
  function endFirstTry() {
    if (tried.has(puzzle.id)) return;
    tried.add(puzzle.id);
    Kept.set("tried", [...tried].join(" "));
    if (outcome === "solved") ++streak;
    if (outcome === "failed") streak = 0;
    Kept.set("streak", streak);
  }

  // Shows the solver's judgement of a later move that is not in the solution.
  async function refute(move) {
    show(`${move} is not the solution's move. The solver looks for an answer…`);
    const before = current();
    const answer = await Program.work({request: {ask: "solve", position: before.position,
                                                 seconds: 10, megabytes: 256}}).answer;
    if (current() !== before) return;
    outcome = "other";
    if (!answer || answer.fault || answer.value === "unknown") {
      return show(`${move} is not the solution's move; what it is worth was not found in ten seconds.`);
    }
    if (puzzle.kind === "draw" && answer.value === "draw") {
      return show(`${move} keeps the draw, too, but is not the solution's move. Try again.`);
    }
    if (answer.value[0] === reader()) {
      return show(`${move} wins, too, but not soonest: after it, ${valueText(answer)}. Try again.`);
    }
    outcome = "failed";
    const [reply] = answer.best_moves;
    if (reply) push(reply);
    show(`${move} is not the solution's move${reply ? `; ${reply} answers it` : ""}: ${
        valueText(answer)}. Try again.`);
  }

  // --- Hints -------------------------------------------------------------------------------------

  // Hints for the first move come from the book; for a later move there are three steps.
  function hintsNow() {
    if (isAsked) return puzzle.hints;
    const [{move}] = choices;
    if (steps.length <= (reader() === solver() ? 1 : 2)) return [...puzzle.hints, `It is ${move}.`];
    const place = move.replace(/\*+$/, "");
    return [move.includes("*") ? "The move captures." : "The move captures nothing.",
            /^[A-Z]{2}/.test(place) ? "It is on a midpoint." : `It is in column ${place[0]}.`, `It is ${move}.`];
  }
  byId("hint").addEventListener("click", () => {
    if (choices === null && !isAsked) return;
    if (!isAsked) goTo(last());
    endFirstTry();
    const stages = hintsNow();
    byId("status").textContent = stages[Math.min(hints++, stages.length - 1)];
  });
  // Goes back to where the wrong move was made.
  byId("retry").addEventListener("click", () => {
    steps.length = retry.length;
    choices = retry.choices;
    retry = null;
    outcome = "";
    show(`${names[current().toMove]} to move.`);
    byId("board").querySelector("[tabindex='0']")?.focus();
  });
  // Do not ask an answered "who wins?" again.
  byId("again").addEventListener("click", () => begin(isAsked));

  // --- Choosing ----------------------------------------------------------------------------------

  function choose() {
    Kept.set("filters", new URLSearchParams(new FormData(byId("filters"))));
    chosen = fitting();
    if (chosen.length > 0 && !chosen.includes(entry)) go(firstUnsolved(chosen)); else showCount();
  }
  byId("filters").addEventListener("change", choose);
  // Opens a puzzle by its address, so that the browser's Back button returns to the previous one.
  function go({id}) {
    location.hash = "#at=" + id;
  }
  const step = (by) => () => {
    if (chosen.length === 0) return;
    const now = chosen.indexOf(entry);
    const next = now < 0 && by < 0 ? chosen.length - 1 : now + by;
    go(chosen[(next + chosen.length) % chosen.length]);
  };
  byId("previous").addEventListener("click", step(-1));
  byId("following").addEventListener("click", step(1));
  // Every reader gets the same puzzle on the same day.
  byId("today").addEventListener("click", () => {
    const now = new Date();
    const day = Math.floor(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86400000);
    go(puzzleList[day * 7919 % puzzleList.length]);
  });

  // --- What is shown -----------------------------------------------------------------------------

  function showCount() {
    const done = puzzleList.filter((p) => solved.has(p.id)).length;
    byId("count").textContent = chosen.length === 0 ? "No puzzle is like that. Take a filter away." :
        `${chosen.length} of ${puzzleList.length} puzzles are like that; ${done} solved on this device.`;
  }
  // The parts of the page that show a puzzle.
  const parts = document.querySelectorAll(
      ".board, #demand, #answers, .steps, #slider, #help, #moves, #about, #go-on");

  // Shows the last ply, with this text.
  function show(text) {
    const hadFocus = byId("board").contains(document.activeElement);
    for (const part of parts) part.hidden = false;
    stepping.stop();
    said = text;
    byId("demand").textContent = inWords(puzzle.demand);
    byId("about").textContent = `Puzzle ${entry.number} (${entry.board}, ${kinds[entry.kind]}), ` +
        `difficulty ${entry.difficulty} of 5` + (wasSolved ? ", solved before" : "") + ".";
    byId("about").title = puzzle.id;
    byId("hint").disabled = choices === null && !isAsked;
    byId("answers").hidden = !isAsked;
    byId("retry").hidden = retry === null;
    byId("why").textContent = outcome === "solved" ? puzzle.why : "";
    byId("solve").href = "play.html#" + new URLSearchParams({record: puzzle.position});
    if (outcome !== "") endFirstTry();
    byId("streak").textContent = streak === 0 ? "" : `Solved in a row at the first try, without a hint: ${streak}.`;
    showCount();
    Address.write({at: puzzle.id});
    goTo(last());
    // No place on the board can be played any more.
    if (hadFocus && !byId("board").contains(document.activeElement)) {
      byId(retry ? "retry" : "following").focus({preventScroll: true});
    }
  }
  // Shows no puzzle, and says why.
  function showNone(why) {
    for (const part of parts) part.hidden = true;
    stepping.stop();
    puzzle = choices = null;
    steps = [];
    byId("status").textContent = why;
    byId("status").className = "";
  }

  // --- Stepping ----------------------------------------------------------------------------------

  function goTo(ply) {
    if (puzzle === null) return;
    at = Math.max(0, Math.min(last(), ply));
    const state = steps[at];
    const isLast = at === last();
    table.show(state, {last: state.place || null, captured: state.captured || [],
                       offered: isLast && choices ? playable(state) : new Map()});
    const captures = at > 0 && state.captured.length ? ` and captures ${listed(state.captured)}` : "";
    byId("status").textContent = isLast ? said :
        (at > 0 ? `${names[state.by]} plays ${state.move}${captures}. ` : "The start. ") + turnText(state) +
            (choices ? " Go to the end to play on." : "");
    byId("status").className = isLast ? outcome : "";
    showMoveList(steps.slice(1), at, goTo);
    stepping.show();
  }
  const stepping = new Steps({
    at: () => at, last, goTo, canStepOn: () => at < last(),
    stepOn: () => at < last() ? goTo(at + 1) : stepping.stop(),
    begin() {
      if (at === last()) goTo(0);
    },
    pause: () => 900,
  });

  window.addEventListener("hashchange", () => open(addressedPuzzle()));
  showCount();
  return open(addressedPuzzle());
});
