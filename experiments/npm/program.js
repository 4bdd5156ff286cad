// Starts the WebAssembly program, in Node, a page or a worker.

let compiling = null;

/** The compiled program; it is loaded once. */
export function compiled() {
  return compiling ||= compile();
}

async function compile() {
  const address = new URL("./onyx.wasm", import.meta.url);
  if (address.protocol === "file:") {
    const {readFile} = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
    return WebAssembly.compile(await readFile(address));
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address} cannot be loaded: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** Starts an instance. `onTell` receives the progress of long answers. */
export async function start(module, onTell = () => {}) {
  let exported = null;
  const view = () => new DataView(exported.memory.buffer);
  const textAt = (at) => {
    const bytes = new Uint8Array(exported.memory.buffer);
    return new TextDecoder().decode(bytes.subarray(at, bytes.indexOf(0, at)));
  };
  const provided = {
    onyx_tell: (at) => onTell(JSON.parse(textAt(at))),
    emscripten_notify_memory_growth() {},
    clock_time_get(clock, precision, at) {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
      return 0;
    },
    environ_sizes_get(countAt, bytesAt) {
      view().setUint32(countAt, 0, true);
      view().setUint32(bytesAt, 0, true);
      return 0;
    },
    environ_get: () => 0,
  };
  const imports = {};
  for (const {module: space, name} of WebAssembly.Module.imports(module)) {
    imports[space] ||= {};
    imports[space][name] = provided[name] || (() => {
      throw new Error(`the program called ${name}, which it has no use for`);
    });
  }
  exported = (await WebAssembly.instantiate(module, imports)).exports;
  exported._initialize?.();

  function use(text, call) {
    const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
    const at = exported.malloc(bytes.length + 1);
    if (at === 0) throw new Error("not enough memory");
    const memory = new Uint8Array(exported.memory.buffer);
    memory.set(bytes, at);
    memory[at + bytes.length] = 0;
    try {
      return JSON.parse(textAt(call(at, bytes.length)));
    } finally {
      exported.free(at);
    }
  }
  /** Answers a job: a request, or the text of a certificate to check. */
  return ({request, certificate}) => request ?
      use(JSON.stringify(request), (at) => exported.onyx_ask(at)) :
      use(certificate, (at, size) => exported.onyx_check(at, size));
}
