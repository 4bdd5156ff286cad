// The page of a position: steps through its cycle and the game that leads to it, and plays against
// the strategies of its certificate.
"use strict";

// `data`: the part of the certificate that the site stores. `strategies`: the certificate's
// strategies by player and position. `certificate`: its text, or its bytes.
function showPosition(data, strategies, certificate) {
  const modes = ["cycle", "V", "H", "game"];

  // --- What is shown -----------------------------------------------------------------------------

  // A step is a position as Rules has it, with the move that led to it: {by, place, move, captured,
  // earlier}; earlier: the index of the same position before it, or -1.
  const firstStep = (start) =>
      ({...Rules.state(start), by: null, place: null, move: null, captured: [], earlier: -1});
  function stepAfter(steps, move) {
    const next = Rules.play(steps[steps.length - 1], move);
    return {...next, earlier: steps.findIndex((step) => step.position === next.position)};
  }
  function walk(start, moves) {
    const steps = [firstStep(start)];
    for (const move of moves) steps.push(stepAfter(steps, move));
    return steps;
  }

  let mode = "cycle";  // or "game", or the side that the reader plays
  let steps = [];
  let at = 0;
  const isPlaying = () => mode === "V" || mode === "H";
  const current = () => steps[at];

  // `ply`: the ply to show first.
  function setMode(name, ply = 0) {
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
    stepping.stop();
    goTo(ply || at);
  }

  // --- Playing -----------------------------------------------------------------------------------

  const answerOf = (step) => {
    const move = strategies[step.toMove][step.position];
    if (move !== undefined) return move;
    // Compact certificates omit positions in which the owner wins soon.
    return data.compact ? Program.ask({ask: "win", position: step.position}).move : null;
  };

  function letCertificateAnswer() {
    const step = current();
    if (step.toMove === mode || step.winner) return;
    const move = answerOf(step);
    if (move === null) return;  // cannot happen: the certificate was checked
    steps.push(stepAfter(steps, move));
    ++at;
  }

  // Leaves the cycle, whose positions are all in both strategies; the reader then plays the side
  // to move.
  function turnOff() {
    mode = current().toMove;
    steps.length = at + 1;
    stepping.stop();
    show();
  }

  const legalNow = () => isPlaying() && current().toMove === mode ? current().moves : new Map();

  function playPlace(place) {
    if (!legalNow().has(place)) return;
    steps.length = at + 1;  // discards the moves played from here before
    steps.push(stepAfter(steps, place));
    ++at;
    letCertificateAnswer();
    show();
  }

  // --- Texts -------------------------------------------------------------------------------------

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
    const {winner, toMove: mover} = step;
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
    if (mode === "game" && at === last()) {
      const which = step.position === data.position ? "the position that the certificate speaks of" :
          "a position of its cycle";
      return text + `This is ${which}. ${mover} to move.`;
    }
    return text + `${mover} to move.`;
  }

  const nameOfSetup = () =>
      (data.game.setup.startsWith("open") ? "the empty board" : "the standard setup");
  const aboutMode = {
    cycle: () => "What happens when each player follows his strategy of the certificate" +
        (data.line.prefix.length ? `: ${plies(data.line.prefix.length)} to begin with, and then ` :
                                   ": ") +
        `${plies(data.line.cycle.length)} that lead back to the same position.`,
    V: () => "You are V and may play any move. H answers from the certificate, and you can never " +
        "join bottom and top.",
    H: () => "You are H and may play any move. V answers from the certificate, and you can never " +
        "join left and right.",
    game: () => `A game of ${plies(data.game.moves.length)} from ${nameOfSetup()} that leads here: ` +
        "the position can arise in play.",
  };

  // --- Drawing -----------------------------------------------------------------------------------

  const view = new BoardView(byId("board"), Rules.picture(data.record.board), playPlace);

  function show() {
    const step = current();
    const captured = [...step.captured];
    if (isPlaying() && at > 0 && step.by !== mode) captured.push(...steps[at - 1].captured);
    const offered = new Map([...legalNow()].map(([place, {captured: taken}]) =>
        [place, "Play " + place + (taken.length ? ", capturing " + listed(taken) : "")]));
    view.show({stones: step.stones, last: step.place, captured, chain: step.chain, offered});

    byId("status").textContent = status();
    byId("about-mode").textContent = aboutMode[mode]();
    for (const name of modes) {
      byId("tab-" + name).setAttribute("aria-pressed", String(name === mode));
    }
    stepping.show();
    byId("run").hidden = isPlaying();
    byId("answers").hidden = !isPlaying();
    byId("other-move").hidden = mode !== "cycle";
    byId("branch").textContent = `Try another move for ${step.toMove} here`;
    byId("hint").disabled = legalNow().size === 0;
    byId("solve").href = "play.html#" + new URLSearchParams({record: step.position});
    const address = isPlaying() ? {} : {mode: mode === "cycle" ? "" : mode, ply: at || ""};
    Address.write({at: Address.read().get("at"), ...address});
    const prefix = mode === "cycle" ? data.line.prefix.length : 0;
    showMoveList(steps.slice(1).map((played, i) => ({...played, isPrefix: i < prefix})), at, goTo);
  }

  // --- Stepping ----------------------------------------------------------------------------------

  const last = () => steps.length - 1;
  function goTo(index) {
    at = Math.max(0, Math.min(last(), index));
    show();
  }
  function stepOn() {
    if (at < last()) return goTo(at + 1);
    if (mode === "cycle") return goTo(data.line.prefix.length + 1);  // the cycle once more
    stepping.stop();
  }
  const stepping = new Steps({
    at: () => at, last, goTo, stepOn, canStepOn: () => at < last() || mode === "cycle",
    begin() {
      if (isPlaying()) return false;
      if (mode === "game" && at === last()) at = 0;
      stepOn();
    },
    pause: () => mode === "game" ? 400 : 1100,
  });

  for (const name of modes) {
    byId("tab-" + name).addEventListener("click", () => setMode(name));
  }
  byId("branch").addEventListener("click", turnOff);
  byId("text").addEventListener("focus", () => byId("text").select());
  byId("restart").addEventListener("click", () => setMode(mode));
  byId("hint").addEventListener("click", () => {
    const move = answerOf(current());
    byId("status").textContent = move === null ?
        "You have left the paths of your own strategy in the certificate, which now has no advice: " +
            "the position may be lost." :
        `The certificate, for your side, would play ${move}.`;
  });

  // --- The drawing -------------------------------------------------------------------------------

  const grid = byId("grid");
  grid.checked = Kept.get("drawing") === "grid";
  const drawing = () => grid.checked ? "grid" : "tiling";
  grid.addEventListener("change", () => {
    view.setDrawing(drawing());
    Kept.set("drawing", view.drawing);
  });

  // The smallest rectangle around all points that are ever empty: {left, right, bottom, top}. Null
  // if it is most of the board, or if there are too many positions to examine.
  function livelyPart() {
    const texts = Object.values(strategies).flatMap((strategy) => Object.keys(strategy));
    if (texts.length > 2000) return null;
    const xs = [];
    const ys = [];
    const {width, height} = partsOf(data.position);
    for (const text of [data.position, ...texts]) {
      partsOf(text).rows.forEach((row, fromTop) => [...row].forEach((letter, x) => {
        if (letter !== ".") return;
        xs.push(x);
        ys.push(height - 1 - fromTop);
      }));
    }
    const part = {
      left: Math.max(0, Math.min(...xs) - 1), right: Math.min(width - 1, Math.max(...xs) + 1),
      bottom: Math.max(0, Math.min(...ys) - 1), top: Math.min(height - 1, Math.max(...ys) + 1),
    };
    const points = (part.right - part.left + 1) * (part.top - part.bottom + 1);
    return points < 0.6 * width * height ? part : null;
  }
  const zoom = byId("zoom");
  const part = livelyPart();
  const zoomed = () => zoom.checked ? part : null;
  zoom.addEventListener("change", () => {
    Kept.set("zoom", zoom.checked ? "yes" : "no");
    view.setPart(zoomed());
  });

  // --- Beginning ---------------------------------------------------------------------------------

  byId("tab-game").hidden = !data.game;
  byId("zoom-label").hidden = part === null;
  zoom.checked = part !== null && Kept.get("zoom") !== "no";
  showProof(data, strategies, certificate);
  // Drawn once.
  view.drawing = drawing();
  view.part = zoomed();
  const wish = Address.read();
  const wanted = wish.get("mode") ?? "cycle";
  const isThere = modes.includes(wanted) && (wanted !== "game" || data.game);
  const ply = Address.ply();
  setMode(isThere ? wanted : "cycle", ply ?? 0);
  if (!isThere) {
    Address.complain(wanted === "game" ? "No game is known that leads here. Here is the cycle." :
        `There is nothing here called ${quoted(wanted)}. Here is the cycle.`);
  } else if (wish.has("ply") && (ply === null || ply > last())) {
    Address.complain(`There is no ply ${quoted(wish.get("ply"))} here: there are ${last()}.`);
  }
}

(() => {
  const name = Address.read().get("at");
  const entry = Positions.named(name);
  window.addEventListener("hashchange", () => location.reload());
  function refuse(message) {
    byId("claim").textContent = message;
    document.querySelector("main").hidden = true;
    setReady(false);
  }
  if (!entry) {
    byId("title").textContent = "No such position";
    refuse("The address names no position of this site" + (name ? `: it has no ${quoted(name)}. ` : ". "));
    return byId("claim").append(element("a", "Choose one in the list", {href: "repetitions.html"}), ".");
  }
  byId("title").textContent = `Position ${entry.name}`;
  document.title = `Onyx: position ${entry.name}`;
  byId("picture").replaceChildren(thumbnail(entry.position));
  Positions.certificateOf(entry).then((data) => {
    showFacts(data, entry);
    Program.start(() => {
      const {position, strategies, line, game, compact} = data;
      byId("picture").hidden = true;
      byId("playing").hidden = false;
      if (compact) {
        showPosition(data, Program.ask({ask: "strategies", position, strategies}),
                     Uint8Array.from(atob(compact), (letter) => letter.charCodeAt(0)));
      } else {
        const {text} = Program.ask({ask: "certificate", position, strategies, line, game});
        showPosition(data, JSON.parse(text).strategies, text);
      }
    });
  }).catch((error) => refuse(`The certificate of this position cannot be read: ${error.message}.`));
})();
