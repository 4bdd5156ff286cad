// Runs, by drive.js, in a page that is served next to the package.
const {load, toAbstractPlay} = await import("/index.js");
const onyx = await load();

await tryOut("the rules", () => {
  expect(onyx.play("open:5x5", "b1/c2").move === "BC12", "not BC12");
  expect(toAbstractPlay("BC12") === "b1/c2", "not b1/c2");
});

await tryOut("the worker", async () => {
  const {value, text} = await onyx.prove("open:3x3");
  expect(value === "V wins", value);
  expect((await onyx.check(text)).accepted, "not accepted");
  onyx.play("open:12x12", (await onyx.genmove("open:12x12", {level: 2})).move);
});

await tryOut("cancelling", async () => {
  const cancel = new AbortController();
  const work = onyx.solve("open:12x12", {seconds: 1000, signal: cancel.signal, onProgress: () => cancel.abort()});
  const error = await work.then(() => null, (why) => why);
  expect(error && error.name === "AbortError", String(error));
  expect((await onyx.solve("open:3x3")).value === "V wins", "no value afterwards");
});

await tryOut("in a worker of one's own", async () => {
  const text = `import {load} from "${location.origin}/index.js";
    const onyx = await load({worker: false});
    postMessage((await onyx.solve("open:3x3")).value);`;
  const worker = new Worker(URL.createObjectURL(new Blob([text], {type: "text/javascript"})), {type: "module"});
  const value = await new Promise((resolve) => worker.onmessage = ({data}) => resolve(data));
  expect(value === "V wins", value);
});
