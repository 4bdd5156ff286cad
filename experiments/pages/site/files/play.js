// The player: a game to step through and continue, an editor, and the solver.
"use strict";

if (!Address.read().get("record")) preview("6/6/6/6/6/6 - V");
Program.start(() => {
  // The game: its start, the states after its moves, and the number of moves on the board.
  let start = null;
  let swapped = "";  // the pie-rule word, if the rule was used; it does not change the board
  // States: first the start; later states also have {by, place, move, captured}. The last state has
  // {resigned}, a side, if that side has resigned.
  let steps = [];
  let at = 0;
  let repetitions = [];
  let notes = new Map();   // by ply: the solver's answer about the position after the ply
  let values = new Map();  // by place: the values of the moves of the position on the board
  let task = null;         // the solver's current work
  let aside = "";          // the program's message about its move or a hint
  const table = new Table(touch);
  const current = () => steps[at];
  const tool = () => document.querySelector("input[name=tool]:checked").value;

  // --- The game ----------------------------------------------------------------------------------

  // Shows a record (a position with or without moves) after `ply` moves. A record of moves alone
  // starts from `setup`.
  function open(text, ply, setup = "") {
    const game = Program.ask({ask: "game", text, setup});
    stepping.stop();
    cancel();
    steps = [Rules.state(game.positions[0])];
    start = setupName(game.positions[0]);
    for (const {move} of game.moves) steps.push(Rules.play(steps[last()], move));
    readRemarks(text);
    repetitions = game.repetitions;
    notes = new Map();
    byId("summary").textContent = "";
    at = Math.max(0, Math.min(ply ?? steps.length - 1, steps.length - 1));
    byId("fault").textContent = "";
    show();
  }
  // Returns the name of the position's setup, such as "standard:6x6", or the text of the position.
  function setupName(position) {
    const {width, height} = partsOf(position);
    const isIt = (name) => {
      try {
        return Rules.state(name).position === position;
      } catch {
        return false;  // no such setup
      }
    };
    return ["open", "standard"].map((kind) => `${kind}:${width}x${height}`).find(isIt) ?? position;
  }
  // Returns whether the text is valid; otherwise explains the fault and changes nothing.
  function tryOpen(text, ply, setup) {
    try {
      open(text, ply, setup);
      return true;
    } catch (error) {
      if (!start) open("open:6x6", 0);
      byId("fault").textContent = error.message;
      return false;
    }
  }
  // Reads what a record contains besides moves: a swap, and who resigns at the end.
  function readRemarks(text) {
    const isAbstractPlay = text.includes('"pie-invoked"');
    const bare = isAbstractPlay ? text : text.replace(/\([^)]*\)|\[[^\]]*\]|#\D.*/g, "");  // no comments
    const [word] = (isAbstractPlay ? /"pie-invoked"\s*:\s*true/ : /\b(swap|pie)\b/i).exec(bare) ?? [""];
    swapped = word && isAbstractPlay ? "swap" : word;
    const [resigns, loser, ...winners] =
        /(?:\b(black|white|[bwvh])\s+|\b)resign\w*\W*$|\b([bwvh])\+r(?:esign)?\W*$/i.exec(
            bare.replace(/\b(black|white|[bwvh])\s+(?:wins|won)\s+by\s+resign\w*/i, (_, side) => `${side[0]}+r`)) ?? [];
    const end = steps[last()];
    if (!resigns || end.winner) return;
    const sideOf = (word) => /^[bv]/i.test(word) ? "V" : "H";
    const winner = winners.find((word) => word);
    end.resigned = loser ? sideOf(loser) : winner ? (sideOf(winner) === "V" ? "H" : "V") : end.toMove;
  }
  const recordText = () => [start, ...steps.slice(1).map(({move}, i) =>
      move + (i === 0 && swapped ? ` ${swapped}` : "")),
      ...steps[last()].resigned ? [`${names[steps[last()].resigned]} resigns`] : []].join(" ");
  const isOver = () => Boolean(current().winner || current().resigned);

  function touch(place) {
    if (tool() !== "play") return put(place, tool());
    const before = notes;
    steps.length = at + 1;
    if (at === 0 && swapped) {
      exchangeSides();
      swapped = "";
    }
    steps.push(Rules.play(current(), place));
    open(recordText());
    for (const [ply, note] of before) if (ply < at) notes.set(ply, note);
    show();
    answerMove();
  }

  // --- The opponent ------------------------------------------------------------------------------

  const level = () => Number(byId("level").value);
  // The reader's side; null if there is no opponent.
  const own = () => level() === 0 ? null : byId("opponent-side").value === "V" ? "H" : "V";
  // Whether the opponent must move at the end of the game. (Before the end, the reader may play
  // other moves for both sides.)
  const opponentMoves = () => own() !== null && own() !== current().toMove && at === last() &&
      !isOver() && tool() === "play";

  // Depends on the record, so games differ, but replaying a record gives the same game.
  const seed = () => [...recordText()].reduce((sum, letter) => (31 * sum + letter.charCodeAt(0)) % 65536, 7);
  const askMove = (askedLevel) => work({ask: "genmove", position: current().position, level: askedLevel,
                                        seed: seed()});

  async function answerMove() {
    if (!opponentMoves()) return;
    const {position} = current();
    if (byId("pie").checked && mayBeSwapped() && await firstMoveWins()) {
      if (current().position === position && opponentMoves()) swapSides();
      return;
    }
    if (current().position !== position || !opponentMoves()) return;
    const answer = await askMove(level());
    if (answer && current().position === position && opponentMoves()) touch(answer.move);
  }
  for (const id of ["level", "opponent-side", "pie"]) {
    byId(id).addEventListener("change", () => {
      cancel();
      show();  // so that the address names the opponent
      answerMove();
    });
  }
  byId("let-move").addEventListener("click", answerMove);
  byId("hint").addEventListener("click", async () => {
    stepping.stop();
    const answer = await askMove(5);
    if (!answer) return;
    const known = answer.value === "unknown" ? "The program would play" : `${valueText(answer)}. A move:`;
    aside = `${known} ${answer.move}.`;
    showStatus();
  });
  // Goes back to before the reader's last move; later moves stay listed until a new move is played.
  byId("take-back").addEventListener("click", () => {
    stepping.stop();
    goTo(plyBefore());
  });
  byId("resign").addEventListener("click", () => {
    stepping.stop();
    cancel();
    current().resigned = own() ?? current().toMove;
    show();
  });
  // Pie rule: after the first move, the second player may take over the first player's side.
  const mayBeSwapped = () => at === 1 && last() === 1 && swapped === "" && !isOver() && tool() === "play" &&
      /^(open|standard):/.test(start);
  const maySwap = () => mayBeSwapped() && !opponentMoves();
  function exchangeSides() {
    if (own() !== null) byId("opponent-side").value = own();
  }
  function swapSides() {
    stepping.stop();
    cancel();
    swapped = "swap";
    exchangeSides();
    show();
    answerMove();
  }
  byId("swap").addEventListener("click", swapSides);

  let openings = null;  // a promise of the collection of openings
  // Whether the first move wins according to the collection of openings. For a board outside the
  // collection, uses the corresponding move on 6x6. Returns false without the collection.
  async function firstMoveWins() {
    const {board, place, by, position} = current();
    const setup = start;
    openings ??= loadScript("opening-data.js").then(() => onyxOpenings);
    const maps = await openings.catch(() => []);
    const valueIn = (name, move) =>
        maps.find((item) => item.setup === name)?.map.find((item) => item.move === move)?.value ?? "unknown";
    const exact = valueIn(setup, place);
    if (exact !== "unknown") return exact[0] === by;
    const {spots} = Rules.picture(board).grid;
    const {width, height} = partsOf(position);
    const [low, high] = [spots.A1, spots["ABCDEFGHIJKLMNOPQRST"[width - 1] + height]];
    const [x, y] = [0, 1].map((axis) => Math.round(5 * (spots[place][axis] - low[axis]) / (high[axis] - low[axis])));
    return valueIn(setup.replace(/\d+x\d+/, "6x6"), "ABCDEF"[x] + (y + 1))[0] === by;
  }
  // Returns the last earlier ply with the reader to move; -1 if there is none.
  function plyBefore() {
    let ply = at - 1;
    while (ply >= 0 && own() !== null && steps[ply].toMove !== own()) --ply;
    return ply;
  }

  // --- The editor --------------------------------------------------------------------------------

  // Returns the position as text, with stones set or removed. The text may be non-canonical.
  function textWith(changes, toMove) {
    const {width, height} = partsOf(current().position);
    const stones = new Map(current().stones);
    for (const [place, player] of changes) {
      if (player) stones.set(place, player); else stones.delete(place);
    }
    const rows = [];
    for (let y = height; y > 0; --y) {
      let row = "";
      for (let x = 0; x < width; ++x) row += stones.get("ABCDEFGHIJKLMNOPQRST"[x] + y) || "1";
      // Replaces a run of ones by its length.
      rows.push(row.replace(/1+/g, (ones) => ones.length));
    }
    const order = Object.keys(Rules.picture(current().board).grid.spots);
    const midpoints = order.filter((place) => /^[A-T]{2}/.test(place) && stones.has(place))
                          .map((place) => `${place}:${stones.get(place)}`);
    return `${rows.join("/")} ${midpoints.join(",") || "-"} ${toMove}`;
  }
  const put = (place, player) => tryOpen(textWith([[place, player]], current().toMove));

  byId("turn").addEventListener("click", () =>
      tryOpen(textWith([], current().toMove === "V" ? "H" : "V")));
  for (const radio of document.querySelectorAll("input[name=tool]")) {
    radio.addEventListener("change", () => {
      show();
      answerMove();
    });
  }
  function chosenSetup() {
    const kind = byId("standard").checked ? "standard" : "open";
    return `${kind}:${byId("columns").value}x${byId("rows").value}`;
  }
  byId("new").addEventListener("submit", (event) => {
    event.preventDefault();
    tryOpen(chosenSetup());
    answerMove();
  });
  byId("paste").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!tryOpen(byId("record").value, null, chosenSetup())) return;
    byId("level").value = "";  // no opponent, because a reader who pastes a game wants to view it
    show();
  });

  // --- What is shown -----------------------------------------------------------------------------

  function offered() {
    if (tool() === "play") return opponentMoves() || isOver() ? new Map() : playable(current());
    const does = tool() === "" ? "Take the stone off " : `Set a stone of ${names[tool()]} on `;
    return new Map(Object.keys(Rules.picture(current().board).grid.spots)
        .filter((place) => current().stones.has(place) === (tool() === ""))
        .map((place) => [place, does + place]));
  }

  function show() {
    const step = current();
    const marks = new Map([...values].map(([place, answer]) =>
        [place, {mark: valueMark(answer), kind: kindOf(answer, step.toMove)}]));
    const hadFocus = byId("board").contains(document.activeElement);
    table.show(step, {last: step.place || null, captured: step.captured || [], offered: offered(),
                      values: marks});
    if (hadFocus && !byId("board").contains(document.activeElement)) {
      byId("board").tabIndex = -1;  // lets the board keep the focus while no place can be played
      byId("board").focus();
    }
    showStatus();
    byId("repetitions").textContent = repetitions.map(({from, to, until}) =>
        `The position after move ${from} returns after move ${to}` +
        (until > to ? `, and play goes the same way up to move ${until}` : "") + ".").join(" ");
    showMoveList(steps.slice(1).map((s, i) => ({...s, note: noteAt(i + 1)})), at, goTo);
    showGraph();
    stepping.show();
    byId("record").value = recordText();
    Address.write({record: recordText(), ply: at === steps.length - 1 ? null : at,
                   level: byId("level").value, opponent: level() > 0 ? byId("opponent-side").value : null,
                   pie: byId("pie").checked ? 1 : null});
  }

  // Shows the text about the position, and the buttons that can be used there.
  function showStatus() {
    const step = current();
    const move = step.move ? `${names[step.by]} plays ${step.move}` +
        (step.captured.length ? ` and captures ${listed(step.captured)}` : "") + ". " : "";
    const back = repetitions.find(({to, until}) => to <= at && at <= until);
    const repeats = back ? `This position was there after move ${at - (back.to - back.from)}. ` : "";
    const worth = notes.get(at) && !step.winner ? ` ${valueText(notes.get(at))}.` : "";
    const taken = at === 1 && swapped ? `The second player swaps sides and takes over ${names[step.by]}. ` : "";
    const turn = step.resigned ? `${names[step.resigned]} resigns, so ${names[step.resigned === "V" ? "H" : "V"]} wins.` :
        turnText(step);
    byId("status").textContent = move + taken + mistakeText(at) + repeats + turn + worth +
        (aside && ` ${aside}`);
    const focused = document.activeElement;
    byId("cancel").hidden = task === null;
    byId("let-move").hidden = task !== null || !opponentMoves();
    byId("swap").hidden = !maySwap();
    byId("resign").disabled = isOver() || at < last() || tool() !== "play";
    byId("hint").disabled = isOver() || opponentMoves();
    byId("take-back").disabled = plyBefore() < 0;
    byId("start-solve").disabled = byId("prove").disabled = Boolean(step.winner);
    byId("annotate").disabled = steps.length < 2;
    // A disabled or hidden button passes its focus to the button before it.
    if (!focused.disabled && !focused.hidden) return;
    const all = [...document.querySelectorAll(".controls :is(select, button)")];
    all.slice(0, all.indexOf(focused)).reverse().find((one) => !one.disabled && !one.hidden)
        ?.focus({preventScroll: true});
  }

  // --- The analysed game -------------------------------------------------------------------------

  // Returns the worth of an answer to a player: 2 win, 1 draw, 0 loss, NaN unknown.
  const worthTo = (player, answer) => !answer || answer.value === "unknown" ? NaN :
      answer.value === "draw" ? 1 : answer.value[0] === player ? 2 : 0;
  // Returns "?" for a move that gives up a win or a draw, "??" for a win turned into a loss.
  function markAt(ply) {
    if (ply === 0) return "";
    const {by} = steps[ply];
    const lost = worthTo(by, notes.get(ply - 1)) - worthTo(by, notes.get(ply));
    return lost > 0 ? "?".repeat(lost) : "";
  }
  function mistakeText(ply) {
    if (markAt(ply) === "") return "";
    const before = notes.get(ply - 1);
    // Other moves may be right too: best_moves has only the fastest wins.
    const best = before.best_moves && before.best_moves.length ?
        `, ${before.value === "draw" || before.best_moves_exact === false ? "for example" : "soonest"} with ` +
            before.best_moves.join(" or ") : "";
    return `This is a mistake (${markAt(ply)}): before it, ${valueText(before)}${best}. `;
  }
  const noteAt = (ply) => [ply === 1 ? swapped : "", markAt(ply), notes.has(ply) ? valueText(notes.get(ply)) : ""]
      .filter((word) => word).join(" ");

  // Draws a column per ply: up if V wins, down if H wins. Nearer wins have longer columns.
  // Marks are above the columns for V's mistakes, below for H's. A touch on a column shows its ply.
  function showGraph() {
    byId("graph").toggleAttribute("hidden", notes.size < 2);
    if (notes.size < 2) return;
    byId("graph").setAttribute("viewBox", `0 0 ${10 * steps.length} 100`);
    byId("graph").innerHTML = steps.map((step, ply) => {
      const answer = notes.get(ply);
      const x = 10 * ply;
      const length = !answer || answer.value === "unknown" ? 0 : answer.value === "draw" ? 3 :
          10 + 28 / (1 + (answer.distance ?? answer.distance_at_most ?? 40) / 8);
      const isUp = answer && answer.value === "V wins";
      const y = isUp ? 50 - length : answer && answer.value === "draw" ? 48.5 : 50;
      const mark = markAt(ply) === "" ? "" :
          `<text class="mark" x="${x + 5}" y="${step.by === "V" ? 6 : 94}">${markAt(ply)}</text>`;
      return `<g data-ply="${ply}"${ply === at ? ' class="now"' : ""}><rect class="column" x="${x}" ` +
          `y="0" width="10" height="100"/><rect class="${isUp ? "V" : "H"}" x="${x + 1}" y="${y}" ` +
          `width="8" height="${length}"/>${mark}</g>`;
    }).join("") + `<path class="zero" d="M0 50H${10 * steps.length}"/>`;
  }
  byId("graph").addEventListener("click", (event) => {
    const column = event.target.closest("[data-ply]");
    if (!column) return;
    stepping.stop();
    goTo(Number(column.dataset.ply));
  });

  // isWhole: the analysis is complete. Analysis runs backwards from the last position, so only the
  // first moves can be left undecided.
  function summary(isWhole) {
    const marked = steps.map((_, ply) => ply).filter((ply) => markAt(ply) !== "");
    const of = (player) => marked.filter((ply) => steps[ply].by === player).map(String);
    const told = ["V", "H"].map((player) => `${names[player]}: ` + (of(player).length === 0 ? "none" :
        `${of(player).length}, at move${of(player).length > 1 ? "s" : ""} ${listed(of(player))}`));
    const known = [...notes.values()].filter((answer) => answer.value !== "unknown").length;
    const open = Math.min(steps.length - known, last());
    const unjudged = open === last() ? "No move is" : open === 1 ? "Move 1 is not" : `Moves 1 to ${open} are not`;
    return [open < last() ? `Mistakes of ${told.join("; of ")}.` : "", open === 0 ? "" :
        `${unjudged} judged: ${isWhole ? "too hard for these limits" : "the analysis was stopped"}.`].join(" ");
  }

  function clearAnswer() {
    values = new Map();
    aside = "";
    byId("value").textContent = byId("progress").textContent = "";
    byId("values").replaceChildren();
  }

  // --- Stepping ----------------------------------------------------------------------------------

  function goTo(ply) {
    cancel();
    at = Math.max(0, Math.min(last(), ply));
    show();
    answerMove();
  }
  const last = () => steps.length - 1;
  const stepping = new Steps({
    at: () => at, last, goTo, canStepOn: () => at < last(),
    stepOn: () => at === last() ? stepping.stop() : goTo(at + 1),
    begin() {
      if (at === last()) goTo(0);
    },
    pause: () => 600,
  });

  // --- The solver --------------------------------------------------------------------------------

  const limits = () => ({seconds: Number(byId("seconds").value) || 60,
                         megabytes: Number(byId("megabytes").value) || 512});

  // Ends the solver's work silently. The caller must then call show().
  function cancel() {
    if (task) task.cancel();
    task = null;
    clearAnswer();
  }
  // Starts the solver; hear(told) receives parts of the answer. Returns the answer, or null if the
  // work is cancelled or fails.
  async function work(request, hear = () => {}) {
    cancel();
    const isMove = request.ask === "genmove";
    const tell = (text) => isMove ? aside = text : byId("progress").textContent = text;
    task = Program.work({request: {...request, ...limits()}}, (told) => {
      if ("known" in told && !isMove) tell(progressText(told));
      hear(told);
    });
    tell(isMove ? "The program thinks…" : "Solving…");
    show();
    const mine = task;
    const answer = await mine.answer;
    if (task !== mine) return null;
    task = null;
    tell(answer === null ? "Cancelled." : answer.fault || "");
    show();
    return answer && !answer.fault ? answer : null;
  }

  function showAnswer(answer) {
    const best = answer.best_moves && answer.best_moves.length ?
        ` Best: ${answer.best_moves.join(" ")}` +
            (answer.best_moves_exact === false ? ", perhaps not the soonest." : ".") : "";
    const why = answer.value === "unknown" ? `Not found: the ${answer.reason} was reached.` :
        `${valueText(answer)}.${best}`;
    byId("value").textContent =
        `${why} ${answer.states.toLocaleString("en")} states, ${answer.seconds.toFixed(2)} s.`;
  }
  byId("start-solve").addEventListener("click", async () => {
    stepping.stop();
    const answer = await work({ask: "solve", position: current().position, moves: true}, (told) => {
      if (told.answer) showAnswer(told.answer);
      if (!told.move) return;
      values.set(told.move.place, told.move);
      byId("values").append(element("li", `${told.move.move}: ${valueText(told.move)}`));
      show();
    });
    if (answer) showAnswer(answer);
  });
  // Asks for the value of each position, from the end backwards, until one is not decided.
  byId("annotate").addEventListener("click", async () => {
    stepping.stop();
    const game = steps;
    byId("summary").textContent = "";
    const answer = await work({ask: "values", positions: steps.map((step) => step.position)}, (told) => {
      if (!told.value) return;
      notes.set(told.value.index, told.value);
      show();
    });
    if (steps === game) byId("summary").textContent = summary(answer !== null);
  });
  byId("prove").addEventListener("click", async () => {
    stepping.stop();
    const answer = await work({ask: "prove", position: current().position});
    if (!answer) return;
    if (!answer.text) {
      byId("value").textContent = `No certificate: the ${answer.reason} was reached.`;
      return;
    }
    const verdict = await Program.work({bytes: new TextEncoder().encode(answer.text)}).answer;
    Program.showVerdict(byId("value"), verdict, "The referee judges the certificate: ");
    const save = element("button", "Save the certificate");
    save.addEventListener("click", () => download("position.cert.json", answer.text));
    byId("value").append(" ", save);
  });
  byId("cancel").addEventListener("click", () => {
    if (task) task.cancel();
  });

  // --- Beginning ---------------------------------------------------------------------------------

  function readAddress() {
    const wish = Address.read();
    if (wish.has("record")) byId("level").value = wish.get("level") ?? "";
    if (wish.has("opponent")) byId("opponent-side").value = wish.get("opponent");
    byId("pie").checked = wish.has("pie");
    openAsFarAsPossible(wish.get("record") || "open:6x6", Address.ply());
    // If the game is not the one in the address, the opponent waits: a move would hide the message.
    if (byId("complaint").hidden) answerMove();
  }
  // For a link that cannot be shown in full: opens the longest legal beginning, names the fault.
  function openAsFarAsPossible(text, ply) {
    tryOpen(text, ply);
    const fault = byId("fault").textContent;
    if (fault === "") return;
    byId("fault").textContent = "";
    const words = text.split(/\s+/).filter((word) => word);
    // The start is one word, such as open:6x6, or the three words of a position.
    for (const count of [1, 3]) {
      try {
        const {states} = Rules.line(words.slice(0, count).join(" "), words.slice(count));
        open([states[0].position, ...states.slice(1).map(({move}) => move)].join(" "));
        break;
      } catch {
        // The start has a different number of words.
      }
    }
    Address.complain(`Not all of the address can be shown: ${fault}.`);
  }
  window.addEventListener("hashchange", readAddress);
  readAddress();
  Program.prepare();
});
