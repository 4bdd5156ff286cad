// A worker that answers jobs one by one. The first message that it gets is the compiled program.
import {start} from "./program.js";

let answerOf = null;

function serve(data, post) {
  if (data instanceof WebAssembly.Module) {
    answerOf = start(data, (told) => post({told}));
  } else {
    answerOf.then((answer) => post({answer: answer(data)}))
        .catch((error) => post({failure: String(error?.message ?? error)}));
  }
}

if (typeof self === "object" && typeof self.postMessage === "function") {
  // Listen at once, because messages that arrive earlier are lost.
  self.onmessage = ({data}) => serve(data, (message) => self.postMessage(message));
} else {
  const {parentPort} = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:worker_threads");
  parentPort.on("message", (data) => serve(data, (message) => parentPort.postMessage(message)));
}
