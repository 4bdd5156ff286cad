// The reader of openings: maps of proved moves, and the solver where the maps end.
"use strict";

Program.start(() => {
  const maps = new Map(onyxOpenings.map((item) => [item.position, item]));
  const starts = onyxOpenings.filter((item) => item.setup);
  if (starts.length === 0) {
    byId("status").textContent = "This site was made without openings (onyx report --openings).";
    return;
  }
  const usual = (starts.find((item) => item.setup === "open:5x5") || starts[0]).setup;
  const table = new Table(play);
  let setup = null;
  let steps = [];
  let at = 0;  // the ply shown
  let found = new Map();  // the solver's results by position, each a list of moves
  let task = null;
  const current = () => steps[at];

  function open(name, moves = []) {
    if (task) task.cancel();
    setup = name;
    const {states, fault} = Rules.line(name, moves);
    steps = states;
    at = steps.length - 1;
    show();
    if (fault) {
      Address.complain(`Not all moves of the address can be played: ${fault}. Here are those before it.`);
    }
  }
  function play(place) {
    const next = Rules.play(current(), place);
    steps = [...steps.slice(0, at + 1), next];
    goTo(at + 1);
  }

  function goTo(ply) {
    if (task) task.cancel();
    at = Math.max(0, Math.min(steps.length - 1, ply));
    show();
  }

  // The known values of the moves here: {move, value, distance or distance_at_most}.
  function known() {
    const map = maps.get(current().position);
    const values = new Map();
    for (const item of map ? map.map : []) values.set(item.move.replace(/\*+$/, ""), item);
    for (const item of found.get(current().position) || []) values.set(item.place, item);
    return values;
  }

  // For a move of a map: the file that proves its value, which check.html judges. Results of the
  // solver have no such file.
  function proofText(item) {
    if (item.certificate === undefined) return "";
    return item.certificate === null ? "; by search" : `; proof: ${item.certificate}`;
  }

  function show() {
    const state = current();
    const values = known();
    table.show(state, {last: state.place || null, captured: state.captured || [], values: new Map(
        [...values].map(([place, item]) =>
            [place, {mark: valueMark(item), kind: kindOf(item, state.toMove)}]))});
    const wins = [...values.values()].filter((item) => item.value[0] === state.toMove).length;
    const open = [...values.values()].filter((item) => item.value === "unknown").length;
    const played = steps.slice(1, at + 1);
    byId("status").textContent = `${setup}${played.map((s) => " " + s.move).join("")}. ` +
        turnText(state) + (values.size === 0 && !state.winner ?
            " The collection does not say how it goes on; the solver may find it." :
            values.size ? ` ${wins} of ${values.size} moves win for ${state.toMove}` +
                (open ? `; of ${open} it is not known.` : ".") : "");
    byId("values").replaceChildren(...[...values].map(([place, item]) => element("li",
        `${item.move}: ${valueText(item)}` + (at === 0 && item.swap ? "; swap" : "") +
            proofText(item))));
    showMoveList(steps.slice(1), at, goTo);
    byId("back").disabled = at === 0;
    byId("solve").href = "play.html#" + new URLSearchParams(
        {record: [setup, ...played.map((s) => s.move)].join(" ")});
    byId("size").value = setup;
    Address.write({at: setup, moves: played.map((s) => s.move).join(" ")});
  }

  byId("back").addEventListener("click", () => goTo(at - 1));
  onKeys({ArrowLeft: () => goTo(at - 1), ArrowRight: () => goTo(at + 1), Home: () => goTo(0),
          End: () => goTo(steps.length - 1)});
  byId("start-solve").addEventListener("click", async () => {
    if (task) task.cancel();
    const {position} = current();
    const values = [];
    found.set(position, values);
    byId("cancel").hidden = false;
    byId("progress").textContent = "Solving…";
    const mine = Program.work({request: {ask: "solve", position, moves: true, seconds: 120}}, (told) => {
      if ("known" in told) byId("progress").textContent = progressText(told);
      if (!told.move || current().position !== position) return;
      values.push(told.move);
      show();
    });
    task = mine;
    const answer = await mine.answer;
    if (task !== mine) return;
    task = null;
    byId("cancel").hidden = true;
    byId("progress").textContent = answer === null ? "Cancelled." : answer.fault ||
        (answer.value === "unknown" ? `Not found: the ${answer.reason} was reached.` :
                                      `${valueText(answer)}, ${answer.seconds.toFixed(1)} s.`);
  });
  byId("cancel").addEventListener("click", () => {
    if (task) task.cancel();
  });
  byId("size").append(...starts.map((item) => element("option", item.setup, {value: item.setup})));
  byId("size").addEventListener("change", () => open(byId("size").value));

  function readAddress() {
    const wish = Address.read();
    const wanted = wish.get("at");
    const named = (name) => starts.find((item) => item.setup === name);
    if (!wanted || named(wanted)) {
      const moves = (wish.get("moves") || "").split(" ").filter((move) => move);
      return open(wanted || usual, moves);
    }
    open(usual);
    Address.complain(`This site has no openings of ${quoted(wanted)}. Here is ${usual}; choose another board.`);
  }
  window.addEventListener("hashchange", readAddress);
  readAddress();
});
