// The page of a position: stepping through its cycle and the game that leads to it, and playing
// against the strategies of its certificate.
"use strict";

(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const board = Onyx.makeBoard(data.record.board);
  const byId = (id) => document.getElementById(id);
  const nameOfMode = {cycle: "cycle", V: "V", H: "H", game: "game"};

  // --- What is shown -----------------------------------------------------------------------------

  // A step is a position with the move that led to it:
  // {position, text, by, move, captured, earlier: the index of the same position before, or -1}
  const firstStep = (text) => ({position: Onyx.parsePosition(board, text), move: null, by: null,
                                captured: [], earlier: -1});
  function stepAfter(steps, place) {
    const {position} = steps[steps.length - 1];
    const next = Onyx.play(board, position, place);
    const text = Onyx.formatPosition(board, next);
    return {
      position: next, text, by: position.toMove, place,
      move: Onyx.moveText(board, position, place),
      captured: Onyx.pairsCaptured(board, position, place).flat(),
      earlier: steps.findIndex((step) => step.text === text),
    };
  }
  function walk(start, moves) {
    const steps = [firstStep(start)];
    steps[0].text = Onyx.formatPosition(board, steps[0].position);
    for (const move of moves) steps.push(stepAfter(steps, Onyx.placeOf(move)));
    return steps;
  }

  let mode = "cycle";
  let steps = [];
  let at = 0;
  let timer = null;
  const isPlaying = () => mode === "V" || mode === "H";
  const current = () => steps[at];

  function setMode(name) {
    mode = name;
    at = 0;
    if (mode === "cycle") {
      steps = walk(data.position, [...data.line.prefix, ...data.line.cycle]);
    } else if (mode === "game") {
      steps = walk(data.game.setup, data.game.moves);
    } else {
      steps = walk(data.position, []);
      letCertificateAnswer();
    }
    stop();
    show();
  }

  // --- Playing -----------------------------------------------------------------------------------

  const answerOf = (step) => {
    const move = data.strategies[step.position.toMove][step.text];
    return move === undefined ? null : Onyx.placeOf(move);
  };

  function letCertificateAnswer() {
    const step = current();
    if (step.position.toMove === mode || Onyx.winner(board, step.position)) return;
    const place = answerOf(step);
    if (place === null) return;  // cannot be: the certificate was checked
    steps.push(stepAfter(steps, place));
    ++at;
  }

  const legalNow = () => isPlaying() && current().position.toMove === mode ?
      Onyx.legalPlaces(board, current().position) : [];

  function playPlace(place) {
    if (!legalNow().includes(place)) return;
    steps.length = at + 1;  // what was played on from here is given up
    steps.push(stepAfter(steps, place));
    ++at;
    letCertificateAnswer();
    show();
  }

  // --- Texts -------------------------------------------------------------------------------------

  const listed = (words) => words.length < 2 ? words.join("") :
      words.slice(0, -1).join(", ") + " and " + words[words.length - 1];
  const plies = (number) => number + (number === 1 ? " ply" : " plies");
  const sides = {V: "bottom and top", H: "left and right"};

  function describe(step) {
    if (!step.move) return "";
    const who = !isPlaying() ? step.by : step.by === mode ? `You (${step.by})` :
        `The certificate (${step.by})`;
    const does = who.startsWith("You") ? "play" : "plays";
    const captures = step.captured.length ?
        ` and ${does === "play" ? "capture" : "captures"} ${listed(step.captured)}` : "";
    return `${who} ${does} ${step.move}${captures}. `;
  }

  function status() {
    const step = current();
    const before = isPlaying() && at > 0 && step.by !== mode ? describe(steps[at - 1]) : "";
    let text = before + describe(step);
    const winner = Onyx.winner(board, step.position);
    const mover = step.position.toMove;
    if (winner) return text + `${winner} has joined ${sides[winner]} and wins.`;
    if (isPlaying()) {
      if (step.earlier >= 0) {
        text += `This position was on the board before, ${plies(at - step.earlier)} ago: play has ` +
            "come round. ";
      }
      return text + (mover === mode ? `Your turn as ${mover}: choose a marked place.` :
                                      "The certificate answers: go one move on.");
    }
    if (mode === "cycle" && step.earlier >= 0) {
      return text + `The position of ${plies(at - step.earlier)} ago is back, with ${mover} to ` +
          "move: so it goes on for ever.";
    }
    if (mode === "game" && at === steps.length - 1) {
      return text + `This is the position that the certificate speaks of. ${mover} to move.`;
    }
    return text + `${mover} to move.`;
  }

  const aboutMode = {
    cycle: () => "What happens when each player follows his strategy of the certificate" +
        (data.line.prefix.length ? `: ${plies(data.line.prefix.length)} to begin with, and then ` :
                                   ": ") +
        `${plies(data.line.cycle.length)} that lead back to the same position.`,
    V: () => "You are V and may play any move. H answers from the certificate, and you can never " +
        "join bottom and top.",
    H: () => "You are H and may play any move. V answers from the certificate, and you can never " +
        "join left and right.",
    game: () => `A game of ${plies(data.game.moves.length)} from ${data.game.setup} that leads to ` +
        "the position: it can arise in play.",
  };

  // --- Drawing -----------------------------------------------------------------------------------

  const view = new BoardView(byId("board"), onyxPicture, playPlace);

  function show() {
    const step = current();
    const captured = [...step.captured];
    if (isPlaying() && at > 0 && step.by !== mode) captured.push(...steps[at - 1].captured);
    const offered = new Map(legalNow().map((place) => {
      const taken = Onyx.pairsCaptured(board, step.position, place).flat();
      return [place, "Play " + place + (taken.length ? ", capturing " + listed(taken) : "")];
    }));
    view.show({stones: step.position.stones, last: step.place || null, captured, offered});

    byId("status").textContent = status();
    byId("about-mode").textContent = aboutMode[mode]();
    for (const name of Object.values(nameOfMode)) {
      byId("tab-" + name).setAttribute("aria-pressed", String(name === mode));
    }
    const slider = byId("slider");
    slider.max = steps.length - 1;
    slider.value = at;
    slider.setAttribute("aria-valuetext", `after ${plies(at)}`);
    byId("first").disabled = byId("back").disabled = at === 0;
    byId("next").disabled = !canStepOn();
    byId("last").disabled = at === steps.length - 1;
    byId("run").hidden = isPlaying();
    byId("answers").hidden = !isPlaying();
    byId("hint").disabled = legalNow().length === 0;
    showMoves();
  }

  function showMoves() {
    const list = byId("moves");
    list.replaceChildren(...steps.slice(1).map((step, i) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      const isPrefix = mode === "cycle" && i < data.line.prefix.length;
      button.className = step.by + (isPrefix ? " prefix" : "");
      button.textContent = step.move;
      if (i + 1 === at) button.setAttribute("aria-current", "step");
      button.title = `${step.by}, ply ${i + 1}`;
      button.addEventListener("click", () => goTo(i + 1));
      item.append(`${i + 1}. `, button);
      return item;
    }));
    const marked = list.querySelector("[aria-current]");
    if (marked) list.scrollTop = marked.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  // --- Stepping ----------------------------------------------------------------------------------

  const canStepOn = () => at < steps.length - 1 || mode === "cycle";

  function goTo(index) {
    at = Math.max(0, Math.min(steps.length - 1, index));
    show();
  }
  function stepOn() {
    if (at < steps.length - 1) return goTo(at + 1);
    if (mode === "cycle") return goTo(data.line.prefix.length + 1);  // the cycle once more
    stop();
  }
  function stop() {
    clearInterval(timer);
    timer = null;
    byId("run").textContent = "run";
  }
  function toggleRun() {
    if (isPlaying()) return;
    if (timer !== null) return stop();
    if (mode === "game" && at === steps.length - 1) at = 0;
    timer = setInterval(stepOn, mode === "game" ? 400 : 1100);
    byId("run").textContent = "stop";
    stepOn();
  }

  const byHand = (act) => () => {
    stop();
    act();
  };
  const acts = {
    first: byHand(() => goTo(0)),
    back: byHand(() => goTo(at - 1)),
    next: byHand(stepOn),
    last: byHand(() => goTo(steps.length - 1)),
  };
  for (const [id, act] of Object.entries(acts)) byId(id).addEventListener("click", act);
  byId("run").addEventListener("click", toggleRun);
  byId("slider").addEventListener("input", (event) => {
    stop();
    goTo(Number(event.target.value));
  });
  for (const name of Object.values(nameOfMode)) {
    byId("tab-" + name).addEventListener("click", () => setMode(name));
  }
  byId("restart").addEventListener("click", () => setMode(mode));
  byId("hint").addEventListener("click", () => {
    const place = answerOf(current());
    byId("status").textContent = place === null ?
        "You have left the paths of your own strategy in the certificate, which now has no advice: " +
            "the position may be lost." :
        `The certificate, for your side, would play ${
            Onyx.moveText(board, current().position, place)}.`;
  });
  document.addEventListener("keydown", (event) => {
    const keys = {ArrowLeft: acts.back, ArrowRight: acts.next, Home: acts.first, End: acts.last,
                  " ": toggleRun};
    const isOwn = event.target.closest("input, select, summary");
    const isPressed = event.key === " " && event.target.closest("button, a");
    if (!keys[event.key] || isOwn || isPressed) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    keys[event.key]();
  });

  // --- The drawing -------------------------------------------------------------------------------

  // Settings outlive the page where the browser allows it, which for files it may not.
  const settings = {
    get: (key) => {
      try {
        return localStorage.getItem("onyx-" + key);
      } catch {
        return null;
      }
    },
    set: (key, value) => {
      try {
        localStorage.setItem("onyx-" + key, value);
      } catch {
      }
    },
  };
  const grid = byId("grid");
  grid.checked = settings.get("drawing") === "grid";
  const setDrawing = () => {
    view.setDrawing(grid.checked ? "grid" : "tiling");
    settings.set("drawing", view.drawing);
  };
  grid.addEventListener("change", setDrawing);

  // --- Facts -------------------------------------------------------------------------------------

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

  function showFacts() {
    const {record} = data;
    const entries = (player) => Object.keys(data.strategies[player]).length;
    const toMove = data.position.slice(-1);
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
        `${record.freedom} other moves along it that do not lose`);
    addFact("Positions that correct play can go round in", record.class_size);
    addFact("Side to move fits a game that V began", record.suits_v_first ? "yes" : "no");
    addFact("Known game that leads here", record.game || "none");
    if (record.pattern !== null) {
      addFact("Pattern", `${record.pattern}: others of the same kind`,
              "../index.html#pattern=" + record.pattern);
    }
    addFact("Strategies", `V ${entries("V")} positions, H ${entries("H")} positions`);
    addFact("Certificate", record.file);
    byId("text").value = data.position;
  }

  byId("tab-game").hidden = !data.game;
  showFacts();
  setMode("cycle");
  setDrawing();
})();
