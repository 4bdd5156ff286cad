// The page of a position: steps through its cycle and the game that leads to it, and lets the
// reader play against the strategies of its certificate.
"use strict";

// `data` is the part of the certificate that the site stores. `opened` is what Program.open()
// returns for the certificate; opened.strategy is its number in "strategy" requests.
function showPosition(data, opened) {
  const modes = ["cycle", "V", "H", "game"];

  // --- What is shown -----------------------------------------------------------------------------

  // A step is a position as Rules describes it, plus the move that led to it: {by, place, move,
  // captured, earlier}. `earlier` is the index of an earlier step with the same position, or -1.
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

  const cyclePositions =
      walk(data.position, [...data.line.prefix, ...data.line.cycle]).map(({position}) => position);
  let mode = "cycle";  // or "game", or the side that the reader plays
  let steps = [];
  let at = 0;
  const isPlaying = () => mode === "V" || mode === "H";
  const current = () => steps[at];

  // `ply` is the ply to show first.
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

  // Returns the strategy's move, or null if the strategy does not reach the position.
  const answerOf = ({position}) =>
      Program.ask({ask: "strategy", strategy: opened.strategy, position}).move ?? null;

  function letCertificateAnswer() {
    const step = current();
    if (step.toMove === mode || step.winner) return;
    const move = answerOf(step);
    if (move === null) return;  // cannot happen: the certificate was checked
    steps.push(stepAfter(steps, move));
    ++at;
  }

  // Leaves the cycle: the reader plays the side to move from here. The certificate can answer,
  // because both strategies contain all positions of the cycle.
  function turnOff() {
    mode = current().toMove;
    steps.length = at + 1;
    stepping.stop();
    show();
  }

  function playPlace(place) {
    steps.length = at + 1;  // discards moves that were played from here before
    steps.push(stepAfter(steps, place));
    ++at;
    letCertificateAnswer();
    show();
  }

  // --- Texts -------------------------------------------------------------------------------------

  function describe(step) {
    if (!step.move) return "";
    const who = !isPlaying() ? names[step.by] : step.by === mode ? `You (${names[step.by]})` :
        `The certificate (${names[step.by]})`;
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
    if (winner) return text + `${names[winner]} has joined ${sides[winner]} and wins.`;
    if (isPlaying()) {
      if (step.earlier >= 0) {
        text += `This position was on the board before, ${counted(at - step.earlier)} ago: play has ` +
            "come round. ";
      }
      return text + (mover === mode ? `Your turn as ${names[mover]}: choose a marked place.` :
                                      "The certificate answers: go one move on.");
    }
    if (mode === "cycle" && step.earlier >= 0) {
      return text + `The position of ${counted(at - step.earlier)} ago is back, with ${names[mover]} to ` +
          "move: so it goes on for ever.";
    }
    if (mode === "game" && at === last()) {
      const which = step.position === data.position ? "the position that the certificate speaks of" :
          "a position of its cycle";
      return text + `This is ${which}. ${names[mover]} to move.`;
    }
    return text + `${names[mover]} to move.`;
  }

  const nameOfSetup = () =>
      (data.game.setup.startsWith("open") ? "the empty board" : "the standard setup");
  const aboutMode = {
    cycle: () => "What happens when each player follows the strategy that the certificate has for that side" +
        (data.line.prefix.length ? `: ${counted(data.line.prefix.length)} to begin with, and then ` :
                                   ": ") +
        `${counted(data.line.cycle.length)} that lead back to the same position.`,
    V: () => "You are Black and may play any move. White answers from the certificate, and you can never " +
        "join bottom and top.",
    H: () => "You are White and may play any move. Black answers from the certificate, and you can never " +
        "join left and right.",
    game: () => `A game of ${counted(data.game.moves.length)} from ${nameOfSetup()} that leads here: ` +
        "the position can arise in play.",
  };

  // --- Drawing -----------------------------------------------------------------------------------

  const table = new Table(playPlace);

  function show() {
    const step = current();
    const captured = [...step.captured];
    if (isPlaying() && at > 0 && step.by !== mode) captured.push(...steps[at - 1].captured);
    const offered = isPlaying() && step.toMove === mode ? playable(step) : new Map();
    table.show(step, {last: step.place, captured, offered,
                      around: [...cyclePositions, ...steps.map(({position}) => position)]});

    byId("status").textContent = status();
    byId("about-mode").textContent = aboutMode[mode]();
    for (const name of modes) {
      byId("tab-" + name).setAttribute("aria-pressed", String(name === mode));
    }
    stepping.show();
    byId("run").hidden = isPlaying();
    byId("answers").hidden = !isPlaying();
    byId("other-move").hidden = mode !== "cycle";
    byId("branch").textContent = `Try another move for ${names[step.toMove]} here`;
    byId("hint").disabled = offered.size === 0;
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
  byId("branch").addEventListener("click", () => {
    turnOff();
    byId("board").querySelector("[tabindex='0']")?.focus();
  });
  byId("text").addEventListener("focus", () => byId("text").select());
  byId("restart").addEventListener("click", () => setMode(mode));
  byId("hint").addEventListener("click", () => {
    const move = answerOf(current());
    byId("status").textContent = move === null ?
        "You have left the paths of your own strategy in the certificate, which now has no advice: " +
            "the position may be lost." :
        `The certificate, for your side, would play ${move}.`;
  });

  // --- Beginning ---------------------------------------------------------------------------------

  byId("tab-game").hidden = !data.game;
  const wish = Address.read();
  const wanted = wish.get("mode") ?? "cycle";
  const isThere = modes.includes(wanted) && (wanted !== "game" || data.game);
  const ply = Address.ply();
  setMode(isThere ? wanted : "cycle", ply ?? 0);
  if (!isThere) {
    Address.complain(wanted === "game" ? "No game is known that leads here. Here is the cycle." :
        `There is nothing here called ${quoted(wanted)}. Here is the cycle.`);
  } else if (wish.has("ply") && (ply === null || ply > last())) {
    Address.complain(`There is no move ${quoted(wish.get("ply"))} here: there are ${last()}.`);
  }
}

(() => {
  const asked = Address.read().get("at");
  const entry = Positions.named(asked);
  window.addEventListener("hashchange", () => location.reload());
  function refuse(message) {
    byId("claim").textContent = message;
    byId("content").hidden = true;
    setReady(false);
  }
  if (!entry) {
    byId("title").textContent = "No such position";
    refuse("The address names no position of this site" + (asked ? `: it has no ${quoted(asked)}. ` : ". "));
    return byId("claim").append(element("a", "Choose one in the list", {href: "repetitions.html"}), ".");
  }
  const name = entry.title + (entry.pattern === null ? "" : `, pattern ${entry.pattern}`);
  byId("title").textContent = name;
  document.title = `Onyx: ${name}`;
  byId("picture").replaceChildren(thumbnail(entry.position));
  Positions.certificateOf(entry).then((data) => {
    showFacts(data, entry);
    Program.start(() => {
      const certificate = Program.unpacked(data.bytes);
      const opened = Program.open(certificate);
      byId("picture").hidden = true;
      byId("playing").hidden = false;
      showProof(data, opened, certificate);
      showPosition(data, opened);
    });
  }).catch((error) => refuse(`The certificate of this position cannot be read: ${error.message}.`));
})();
