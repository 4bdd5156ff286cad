// Shows openings: maps of proved first moves; the proof of a first move, which also answers the
// opponent's later moves; and the solver, for positions beyond the proof.
"use strict";

const opening = onyxOpenings.find(({setup}) => setup === (Address.read().get("at") || "standard:6x6"));
if (opening) preview(opening.position);
Program.start(() => {
  const maps = new Map(onyxOpenings.map((item) => [item.position, item]));
  const starts = onyxOpenings.filter((item) => item.setup);
  if (starts.length === 0) {
    byId("status").textContent = "This site was made without openings (onyx report --openings).";
    return;
  }
  starts.reverse();  // the largest boards first
  const usual = (starts.find((item) => item.setup === "standard:6x6") || starts[0]).setup;
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
    answer();
  }

  function goTo(ply) {
    if (task) task.cancel();
    at = Math.max(0, Math.min(steps.length - 1, ply));
    show();
  }

  // --- Proofs ------------------------------------------------------------------------------------

  // Proofs by piece number: {strategy, claim, bytes}; null while loading, undefined after an error.
  const proofs = new Map();
  // Returns the map's entry for the first move of the current game.
  const firstItem = () => at === 0 ? undefined :
      (maps.get(steps[0].position)?.map || []).find(({move}) => move === steps[1].move);
  const proof = () => proofs.get(firstItem()?.piece);
  // Returns the proof's answer here: {move}, {replies: [{move, answer}]}, or an empty object.
  const proved = () => proof() && !current().winner ?
      Program.ask({ask: "strategy", strategy: proof().strategy, position: current().position}) : {};

  async function readProof({certificate, piece}) {
    proofs.set(piece, null);
    try {
      const bytes = Program.unpacked(await Pieces.item("proofs", 1, piece));
      proofs.set(piece, {...Program.open(bytes), bytes});
      show();
      answer();
    } catch (error) {
      proofs.set(piece, undefined);
      show();
      Address.complain(`The proof ${certificate} cannot be read: ${error.message}.`);
      proofs.delete(piece);  // the next step tries again
    }
  }
  // Plays the proof's move, if the reader lets the proof answer.
  function answer() {
    const {move} = byId("answer").checked ? proved() : {};
    if (!move) return;
    steps = [...steps.slice(0, at + 1), Rules.play(current(), move)];
    goTo(at + 1);
  }
  byId("answer").addEventListener("change", answer);
  byId("check").addEventListener("click", () => Program.judge(proof().bytes));
  byId("save").addEventListener("click", () =>
      download(firstItem().certificate.split("/").pop(), proof().bytes));

  // Returns the text about the proof of the current game.
  function proofStatus({move, replies}, record) {
    const item = firstItem();
    if (!item || !item.certificate || current().winner) return "";
    if (item.piece === undefined) {
      const file = `results/openings/${item.certificate}`;
      return ` After ${item.move}: ${valueText(item)}. The proof, ${file} in the repository, is too large for ` +
          `this site; the program answers from it: onyx query ${file} "${record}".`;
    }
    if (!proof()) return proof() === null ? " Reading the proof…" : " The proof could not be read.";
    if (move) return ` The proof plays ${move}.`;
    return replies ? ` ${inWords(proof().claim)}, whatever is played: the proof answers each move.` :
        " The proof does not go on here: the game has left it.";
  }

  // Returns the known values of the moves here, by place: {move, value, distance or
  // distance_at_most, answer: the proof's reply to the move}.
  function known({move, replies}) {
    const values = new Map();
    const placeOf = (text) => text.replace(/\*+$/, "");
    if (move) values.set(placeOf(move), {move, value: proof().claim});
    for (const reply of replies || []) values.set(placeOf(reply.move), {value: proof().claim, ...reply});
    const map = maps.get(current().position);
    for (const item of map ? map.map : []) values.set(placeOf(item.move), item);
    for (const item of found.get(current().position) || []) values.set(item.place, item);
    return values;
  }

  function show() {
    const state = current();
    const item = firstItem();
    if (item && item.piece !== undefined && !proofs.has(item.piece)) readProof(item);
    const said = proved();
    const values = known(said);
    table.show(state, {last: state.place || null, captured: state.captured || [], values: new Map(
        [...values].map(([place, item]) =>
            [place, {mark: valueMark(item), kind: kindOf(item, state.toMove)}]))});
    const wins = [...values.values()].filter((item) => item.value[0] === state.toMove).length;
    const open = [...values.values()].filter((item) => item.value === "unknown").length;
    const played = steps.slice(1, at + 1);
    const record = [setup, ...played.map((s) => s.move)].join(" ");
    byId("status").textContent = [setupTitle(setup), ...played.map((s) => s.move)].join(" ") + ". " +
        turnText(state) + (!state.winner && values.size === 0 && !firstItem()?.certificate ?
            " The collection does not say how it goes on; the solver may find it." :
            values.size > 1 && !said.replies ? ` ${wins} of ${values.size} moves win for ${names[state.toMove]}` +
                (open ? `; of ${open} it is not known.` : ".") : "") + proofStatus(said, record);
    byId("values").replaceChildren(...[...values].map(([place, item]) => element("li",
        `${item.move}: ${valueText(item)}` + (at === 0 && item.swap ? "; swap" : "") +
            (item.answer ? `; answer ${item.answer}` : "") + (item.certificate === null ? "; by search" : ""))));
    showMoveList(steps.slice(1), at, goTo);
    byId("back").setAttribute("aria-disabled", at === 0);  // it keeps the focus, as those of steps.js do
    byId("proof").hidden = !proof();
    byId("solve").href = "play.html#" + new URLSearchParams({record});
    byId("size").value = setup;
    Address.write({at: setup, moves: played.map((s) => s.move).join(" ")});
  }

  byId("back").addEventListener("click", () => {
    if (at > 0) goTo(at - 1);
  });
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
    if (document.activeElement === byId("cancel")) byId("start-solve").focus();
    byId("cancel").hidden = true;
    byId("progress").textContent = answer === null ? "Cancelled." : answer.fault ||
        (answer.value === "unknown" ? `Not found: the ${answer.reason} was reached.` :
                                      `${valueText(answer)}, ${answer.seconds.toFixed(1)} s.`);
  });
  byId("cancel").addEventListener("click", () => {
    if (task) task.cancel();
  });
  byId("size").append(...starts.map((item) => element("option", setupTitle(item.setup), {value: item.setup})));
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
    Address.complain(`This site has no openings of ${quoted(wanted)}. Here is ${setupTitle(usual)}; choose another board.`);
  }
  window.addEventListener("hashchange", readAddress);
  readAddress();
});
