// Runs the compiled programs. The small one (rules) answers at once. The large one (solver and
// referee) is loaded on first use, and runs in workers, which can be stopped.
//
// onyx-rules.js and onyx-pages.js are loaded separately, so that they block no other script. Each
// adds to onyxPrograms an object with start(), a function whose text is sent to workers, and with
// `packed`, the compressed WebAssembly. onyx-rules.js also defines onyxJudgesAllKinds: whether the
// referee judges more than JSON. No page needs a server or a network.
"use strict";

// Returns an instance of the program. The text of this function is also sent to workers.
function onyxInstance(start, module, onTell) {
  return start()({
    onTell: (text) => onTell(JSON.parse(text)),
    instantiateWasm(imports, done) {
      WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    },
  }).then((program) => {
    const use = (bytes, call) => {
      const at = program._malloc(bytes.length + 1);
      if (at === 0) return {fault: "not enough memory"};
      program.HEAPU8.set(bytes, at);
      program.HEAPU8[at + bytes.length] = 0;
      const answer = JSON.parse(program.UTF8ToString(call(at, bytes.length)));
      program._free(at);
      return answer;
    };
    return {
      ask: (request) => use(new TextEncoder().encode(JSON.stringify(request)),
                            (at) => program._onyx_ask(at)),
      check: (bytes) => use(bytes, (at, size) => program._onyx_check(at, size)),
      open: (bytes) => use(bytes, (at, size) => program._onyx_open(at, size)),
      bytes: () => program.HEAPU8.length,
    };
  });
}

const Program = (() => {
  let own = null;

  const loading = new Map();
  async function load(name) {
    await loadScript(`${name}.js`);
    const program = globalThis.onyxPrograms?.[name];
    if (!program) {
      throw new Error("this site was made without the compiled programs, so it cannot play, solve " +
          "or check: make experiments/pages/wasm/build, then onyx report again");
    }
    const {body} = await fetch("data:;base64," + program.packed);
    const module = await WebAssembly.compileStreaming(new Response(
        body.pipeThrough(new DecompressionStream("gzip")), {headers: {"Content-Type": "application/wasm"}}));
    return {start: program.start, module};
  }
  // Returns a promise of {start, module}.
  function compiled(name) {
    if (!loading.has(name)) {
      loading.set(name, load(name).catch((error) => {
        loading.delete(name);  // the next request tries again
        throw error;
      }));
    }
    return loading.get(name);
  }
  // Compile while the rest of the page loads; start() and work() report errors.
  compiled("onyx-rules").catch(() => {});
  // Loads the large program, so that it is ready for the first work().
  const prepare = () => compiled("onyx-pages").catch(() => {});

  // Calls use(), which may return a promise, once the program is ready; otherwise explains the
  // failure in #missing. Then marks the page as ready in both cases.
  async function start(use) {
    try {
      const {start, module} = await compiled("onyx-rules");
      own = await onyxInstance(start, module, () => {});
    } catch (error) {
      const missing = document.getElementById("missing");
      missing.textContent = "Not everything works here: " + error.message + ".";
      missing.hidden = false;
    }
    try {
      if (own) await use();
    } catch (error) {
      tellFault(error.message);
      throw error;
    }
    setReady(own !== null);
  }

  function faultless(answer) {
    if (answer.fault) throw new Error(answer.fault);
    return answer;
  }
  // Throws an Error if the request is faulty.
  const ask = (request) => faultless(own.ask(request));
  // Opens the bytes of a certificate for "strategy" requests. Throws an Error for other bytes.
  const open = (bytes) => faultless(own.open(bytes));
  const unpacked = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

  const workerText = (start) => `const onyxStart = ${start};\n${onyxInstance}\n` +
      `onmessage = async ({data: {module, request, bytes}}) => {
        try {
          const program = await onyxInstance(onyxStart, module, (told) => postMessage({told}));
          const answer = bytes ? program.check(bytes) : program.ask(request);
          postMessage({answer, bytes: program.bytes()});
        } catch (error) {
          postMessage({answer: {fault: String(error.message || error)}});
        }
      };`;

  // Starts a request that may take long, or checks the bytes of a certificate. Returns {answer: a
  // promise, cancel(): ends the work; the promise then gives null}.
  function work(what, onTell = () => {}) {
    let worker = null;
    let finish = null;
    let isOver = false;
    const answer = new Promise((resolve) => finish = resolve);
    const end = (result) => {
      isOver = true;
      if (worker) worker.terminate();
      finish(result);
    };
    compiled("onyx-pages").then(({start, module}) => {
      if (isOver) return;
      const url = URL.createObjectURL(new Blob([workerText(start)], {type: "text/javascript"}));
      worker = new Worker(url);
      URL.revokeObjectURL(url);
      worker.onmessage = ({data}) => {
        if (data.told) return onTell(data.told);
        work.bytes = data.bytes;
        end(data.answer);
      };
      worker.onerror = (event) => end({fault: event.message || "the worker has ended"});
      worker.postMessage({module, ...what});
    }, (error) => end({fault: error.message}));
    return {answer, cancel: () => end(null)};
  }

  // Lets the referee judge a certificate, and shows the verdict in #checked.
  async function judge(bytes) {
    byId("checked").textContent = "The referee reads…";
    showVerdict(byId("checked"), await work({bytes}).answer);
  }
  // Puts a verdict of the referee into an element, in words, after `begin`. The text of the
  // position, which may be long, is collapsed.
  function showVerdict(at, {fault, accepted, text, claim, position, game}, begin = "") {
    if (!claim) {
      at.textContent = begin + (fault ? `not judged: ${fault}` : `${accepted ? "accepted" : "rejected"}: ${text}`);
      return;
    }
    const isSetup = !position.includes(" ");
    at.textContent = `${begin}accepted: ${claim === "cycle" ? "play can come back to the position" : inWords(claim)}; ` +
        (isSetup ? `Black to move on ${setupTitle(position)}` : `${names[position.slice(-1)]} to move`) +
        (game ? `; the position comes from a game of ${counted(game.plies)} on ${setupTitle(game.setup)}.` : ".");
    const details = element("details", null);
    details.append(element("summary", "The position as text"), element("code", position));
    at.append(details);
  }

  return {start, prepare, ask, open, unpacked, work, judge, showVerdict};
})();

// Positions with their legal moves: {position, board, toMove, stones: Map from place to player,
// moves: Map from place to {move, captured}, winner, chain}.
const Rules = (() => {
  const pictures = new Map();
  function made(answer) {
    const stones = new Map();
    for (const player of ["V", "H"]) {
      for (const place of answer.stones[player]) stones.set(place, player);
    }
    const moves = new Map(answer.moves.map((move) => [move.place, move]));
    return {...answer, stones, moves};
  }
  return {
    state: (text) => made(Program.ask({ask: "position", text})),
    // Returns the state after a move, with facts about the move: {place, move, captured, by}.
    play: (state, move) => ({...made(Program.ask({ask: "play", position: state.position, move})),
                             by: state.toMove}),
    // Returns the states of a line, up to the first illegal move, and its fault, or "".
    line(start, moves) {
      const states = [this.state(start)];
      for (const move of moves) {
        try {
          states.push(this.play(states[states.length - 1], move));
        } catch (error) {
          return {states, fault: `ply ${states.length}: ${error.message}`};
        }
      }
      return {states, fault: ""};
    },
    picture(board) {
      if (!pictures.has(board)) pictures.set(board, Program.ask({ask: "picture", board}));
      return pictures.get(board);
    },
  };
})();
