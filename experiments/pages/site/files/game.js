// The page of games with one mistake: steps through a game and shows the value at each ply.
//
// Certificates prove the values: a win up to the mistake, then a draw. After the mistake come
// correct moves, and then a cycle that repeats.
"use strict";

if (onyxGames.length > 0) preview(onyxGames[0].position);
Program.start(() => {
  if (onyxGames.length === 0) {
    byId("about").textContent = "This site was made without games.";
    byId("content").hidden = true;
    return;
  }
  const table = new Table(() => {});
  let game = null;
  let steps = [];
  let at = 0;
  const last = () => steps.length - 1;
  const isMistake = (ply) => ply === game.mistake;
  const valueAfter = (ply) => ply < game.mistake ? `${names[game.winner]} wins` : "draw";
  const setupText = ({setup}) => setup === "standard:6x6" ? "the standard setup of Mini-Onyx (6x6)" :
      setup.replace("standard:", "the standard setup of ").replace("open:", "the empty board of ");

  function choose(index, ply) {
    game = onyxGames[index];
    steps = [Rules.state(game.setup)];
    for (const move of [...game.moves, ...game.prefix, ...game.cycle]) {
      steps.push(Rules.play(steps[steps.length - 1], move));
    }
    byId("game").value = index;
    const other = game.winner === "V" ? "H" : "V";
    byId("about").textContent = `${names[game.winner]} wins from ${setupText(game)}. In this game ` +
        `${names[other]} makes no mistake, and ${names[game.winner]} makes one, at move ${game.mistake}. From ` +
        "then on neither can force a win, and correct play goes on for ever.";
    byId("why").textContent = `One certificate is a strategy by which ${names[game.winner]} wins, and which ` +
        `plays ${names[game.winner]}'s moves of this game up to the mistake. Another has a strategy for each ` +
        "player that is never beaten after the mistake. The referee, a program apart from the solver, " +
        "has accepted both, and that the game runs through the first and ends in the second.";
    byId("sight").hidden = game.sight === null;
    byId("sight").textContent = `Both players see ${game.sight} moves ahead, those of both sides counted: no move misses a win ` +
        `within ${counted(game.sight)}` + (game.sight < 3 ? "" :
            `, or allows one within ${counted(game.sight - 2)} that could be prevented`) + ". (This was computed; it has no certificate.)";
    goTo(ply ?? 0);
  }

  function status(step) {
    const {by, move, captured} = step;
    const played = move ? `${names[by]} plays ${move}` +
        (captured.length ? ` and captures ${listed(captured)}` : "") + ". " : "";
    const mistake = isMistake(at) ? `This is the mistake: it gives up the win. ` : "";
    const round = at === last() && game.cycle.length ?
        `The position of ${counted(game.cycle.length)} ago is back: so it goes on for ever. ` : "";
    return played + mistake + round + turnText(step);
  }

  function show() {
    const step = steps[at];
    table.show(step, {last: step.place || null, captured: step.captured || [], offered: new Map()});
    byId("value").textContent = `Value: ${valueAfter(at)}`;
    byId("status").textContent = status(step);
    showMoveList(steps.slice(1).map((played, i) =>
        ({...played, note: isMistake(i + 1) ? "mistake: a draw" : null})), at, goTo);
    byId("solve").href = "play.html#" + new URLSearchParams({record: step.position});
    Address.write({at: byId("game").value === "0" ? null : game.name, ply: at || null});
    stepping.show();
  }
  function goTo(ply) {
    at = Math.max(0, Math.min(last(), ply));
    show();
  }
  function stepOn() {
    if (at < last()) return goTo(at + 1);
    if (game.cycle.length === 0) return stepping.stop();
    goTo(last() - game.cycle.length + 1);  // the cycle once more
  }
  const stepping = new Steps({
    at: () => at, last, goTo, stepOn, canStepOn: () => at < last() || game.cycle.length > 0,
    begin() {},
    pause: () => at > game.mistake ? 1100 : 600,
  });

  byId("game").append(...onyxGames.map((one, i) =>
      element("option", `${setupTitle(one.setup)}: mistake at move ${one.mistake}`, {value: i})));
  byId("choice").hidden = onyxGames.length < 2;
  byId("game").addEventListener("change", () => {
    stepping.stop();
    choose(Number(byId("game").value));
  });
  byId("mistake").addEventListener("click", () => {
    stepping.stop();
    goTo(game.mistake);
  });
  function readAddress() {
    const name = Address.read().get("at");
    const index = onyxGames.findIndex((one) => one.name === name);
    const ply = Address.ply();
    choose(Math.max(index, 0), ply);
    if (name !== null && index < 0) Address.complain(`No game is called ${quoted(name)}.`);
  }
  window.addEventListener("hashchange", readAddress);
  readAddress();
});
