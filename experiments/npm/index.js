// Rules, solver, player and proof checker of Onyx. README.md says how to use them, index.d.ts what each
// function takes and returns.
import {compiled, start} from "./program.js";

/** Reports a wrong position, move or setting; the message says what is wrong and why. */
export class OnyxError extends Error {
  name = "OnyxError";
}

/** Converts to Abstract Play's notation: `D4*` to `d4x`, the midpoint `BC12` to `b1/c2`. */
export function toAbstractPlay(move) {
  const parts = /^([A-T])([A-T]?)(\d{1,4})(\**)$/.exec(move);
  const marks = (parts?.[4] ?? "").replaceAll("*", "x");
  if (parts && !parts[2] && Number(parts[3]) >= 1) return parts[1].toLowerCase() + parts[3] + marks;
  for (let row = 1; parts && row < 20; ++row) {
    if (parts[3] !== `${row}${row + 1}`) continue;
    return `${parts[1]}${row}/${parts[2]}${row + 1}`.toLowerCase() + marks;
  }
  throw new OnyxError(`'${move}' is not a move such as D4, D4* or BC12`);
}

/** The reverse of toAbstractPlay(). Capture marks are kept as they are: play() checks them. */
export function fromAbstractPlay(move) {
  const parts = /^([a-t])(\d{1,2})(?:\/([a-t])(\d{1,2}))?(x*)$/.exec(text("a move", move).trim().toLowerCase());
  if (!parts) throw new OnyxError(`'${move}' is not a move such as d4, d4x or b1/c2`);
  const [, column, row, high, above, marks] = parts;
  return (high ? column + high + row + above : column + row).toUpperCase() + marks.replaceAll("x", "*");
}

function text(name, value) {
  if (typeof value === "string") return value;
  throw new OnyxError(`${name} is a text, not ${value === null ? "null" : typeof value}`);
}

// Returns the number if it is in the range; takes Infinity for the greatest if it need not be whole.
function number(name, value, low, high, isWhole = true) {
  const given = value === Infinity && !isWhole ? high : value;
  if (typeof given === "number" && given >= low && given <= high && (!isWhole || Number.isInteger(given))) return given;
  throw new OnyxError(`${name} is a ${isWhole ? "whole number" : "number"} from ${low} to ${high}, not ${String(value)}`);
}

function checkedSettings(settings) {
  const ranges = {seconds: [0, 1e6, false], megabytes: [16, 1536], level: [1, 5], seed: [0, Number.MAX_SAFE_INTEGER]};
  for (const [name, range] of Object.entries(ranges)) {
    if (settings[name] === undefined) delete settings[name];
    else settings[name] = number(name, settings[name], ...range);
  }
  return settings;
}

function certificateBytes(certificate) {
  if (typeof certificate === "string" || certificate instanceof Uint8Array) return certificate;
  if (certificate instanceof ArrayBuffer) return new Uint8Array(certificate);
  if (ArrayBuffer.isView(certificate)) {
    return new Uint8Array(certificate.buffer, certificate.byteOffset, certificate.byteLength);
  }
  throw new OnyxError("a certificate is a string, a Uint8Array or an ArrayBuffer");
}

/** The setup that Abstract Play's variants stand for, such as ["size-16", "head-start"]. */
export function setupOf(variants = []) {
  if (!Array.isArray(variants)) throw new OnyxError(`variants are a list of texts, such as ["size-16", "head-start"]`);
  let side = 12;
  let kind = "open";
  for (const variant of variants) {
    const size = /^size-(\d+)$/.exec(variant);
    if (size && Number(size[1]) >= 2 && Number(size[1]) <= 20) {
      side = Number(size[1]);
    } else if (variant === "head-start") {
      kind = "standard";
    } else {
      throw new OnyxError(`the variant '${variant}' is unknown; known are size-2 to size-20 and head-start`);
    }
  }
  return `${kind}:${side}x${side}`;
}

async function newWorker() {
  const address = new URL("./worker.js", import.meta.url);
  if (typeof Worker === "function") {
    const worker = new Worker(address, {type: "module"});
    return {
      listen(onMessage, onFault) {
        worker.onmessage = ({data}) => onMessage(data);
        worker.onerror = (event) => onFault(event.message || "it does not start");
      },
      send: (data) => worker.postMessage(data),
      setBusy() {},
      end: () => worker.terminate(),
    };
  }
  const threads = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:worker_threads");
  const worker = new threads.Worker(address);
  return {
    listen(onMessage, onFault) {
      worker.removeAllListeners();
      worker.on("message", onMessage);
      worker.on("error", (error) => onFault(error.message));
    },
    send: (data) => worker.postMessage(data),
    // An idle worker must not keep the user's program from ending.
    setBusy: (isBusy) => isBusy ? worker.ref() : worker.unref(),
    end: () => worker.terminate(),
  };
}

// Does jobs in a worker, one at a time. Cancelling a job ends the worker; the next job gets a new one.
class Thread {
  #module;
  #worker = null;
  #last = Promise.resolve();
  #reject = null;
  #closed = 0;  // how often close() was called

  constructor(module) {
    this.#module = module;
  }

  run(job, options) {
    const {signal} = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    const closed = this.#closed;
    const answer = this.#last.then(() => this.#runNow(job, options, closed));
    this.#last = answer.catch(() => {});
    if (!signal) return answer;
    // An aborted job that is still waiting also ends at once.
    let onAbort = null;
    const aborted = new Promise((_, reject) => {
      onAbort = () => reject(signal.reason);
      signal.addEventListener("abort", onAbort);
    });
    return Promise.race([answer, aborted]).finally(() => signal.removeEventListener("abort", onAbort));
  }

  // Ends the running job, if any.
  end(why) {
    this.#worker?.end();
    this.#worker = null;
    this.#reject?.(why);
  }

  // Ends all earlier jobs.
  close() {
    ++this.#closed;
    this.end(this.#closedError());
  }

  #closedError() {
    return new Error("the worker was ended by close()");
  }

  async #runNow(job, {signal, onProgress}, closed) {
    signal?.throwIfAborted();
    if (closed !== this.#closed) throw this.#closedError();
    if (!this.#worker) {
      const started = await newWorker();
      if (closed !== this.#closed) {
        started.end();
        throw this.#closedError();
      }
      this.#worker = started;
      this.#worker.send(this.#module);
    }
    const worker = this.#worker;
    let onAbort = null;
    try {
      return await new Promise((resolve, reject) => {
        this.#reject = reject;
        onAbort = () => this.end(signal.reason);
        signal?.addEventListener("abort", onAbort);
        worker.listen(({told, answer, failure}) => {
          if (told) onProgress?.(told);
          if (answer) resolve(answer);
          if (failure) this.end(new Error(failure));
        }, (why) => this.end(new Error(`the worker has failed: ${why}`)));
        worker.setBusy(true);
        worker.send(job);
        if (signal?.aborted) onAbort();
      });
    } finally {
      this.#reject = null;
      worker.setBusy(false);
      signal?.removeEventListener("abort", onAbort);
    }
  }
}

/** Loads the program. With {worker: false} long work runs in the calling thread, for callers that are workers. */
export async function load({worker = true} = {}) {
  const module = await compiled();
  let onTell = null;
  const here = await start(module, (told) => onTell?.(told));
  const thread = worker ? new Thread(module) : null;

  const checked = (answer) => {
    if (answer.fault) throw new OnyxError(answer.fault);
    return answer;
  };
  const ask = (request) => checked(here({request}));
  async function work(job, options) {
    if (thread) return checked(await thread.run(job, options));
    options.signal?.throwIfAborted();
    onTell = options.onProgress;
    try {
      return checked(here(job));
    } finally {
      onTell = null;
    }
  }
  const request = async (kind, position, options) => {
    const {signal, onProgress, ...settings} = options ?? {};
    return work({request: {...checkedSettings(settings), ask: kind, position: text("a position", position)}},
        {signal, onProgress});
  };

  const position = (start) => ask({ask: "position", text: text("a position", start)});
  const play = (start, move) => ask({ask: "play", position: text("a position", start), move: text("a move", move)});
  return {
    position,
    play,
    game(setup, moves) {
      const states = [position(setup)];
      if (!Array.isArray(moves)) throw new OnyxError("moves are a list of texts");
      let swapped = false;
      for (const [i, move] of moves.entries()) {
        if (move === "swap" && states.length === 2 && !swapped) {
          swapped = true;
          continue;
        }
        if (move === "swap") throw new OnyxError(`move ${i + 1}: 'swap' may only follow the first move, and once`);
        try {
          states.push(play(states.at(-1).position, move));
        } catch (error) {
          throw new OnyxError(`move ${i + 1}: ${error.message}`);
        }
      }
      return {states, swapped};
    },
    solve: (start, options) => request("solve", start, options),
    prove: (start, options) => request("prove", start, options),
    genmove: (start, options) => request("genmove", start, options),
    check: async (certificate, options) => work({certificate: certificateBytes(certificate)}, options ?? {}),
    close: () => thread?.close(),
  };
}
