// Opens a page of a site in headless Chromium, through its debugging pipe, and runs scripts in it
// or takes its picture. Works with Firefox, too, except for --grey and --slow.
//   node drive.js BROWSER ADDRESS [--width N] [--height N] [--dark] [--grey] [--broken] [--slow TIMES]
//        [--slow4g] [--picture FILE] [SCRIPT...]
// A script is the body of an async function that calls tryOut(name, act) and expect(condition,
// what). Prints "LOADED ms", and "PASS name" or "FAIL name: why" for each tryOut. An exception of
// the page is a failure unless --broken is given. Exit: 0, even after failures; 3 if the browser
// does not start.
"use strict";

const {spawn} = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");

const [browser, address, ...rest] = process.argv.slice(2);
const options = {width: 1280, height: 900, dark: false, grey: false, broken: false, slow: 1, slow4g: false, picture: null};
const scripts = [];
for (let i = 0; i < rest.length; ++i) {
  const name = rest[i].replace(/^--/, "");
  if (name === rest[i]) {
    scripts.push(rest[i]);
  } else if (options[name] === false) {
    options[name] = true;
  } else {
    options[name] = name === "picture" ? rest[++i] : Number(rest[++i]);
  }
}

const profile = fs.mkdtempSync(path.join(os.tmpdir(), "onyx-browser-"));
const firefox = path.basename(browser).startsWith("firefox") ?
    require("./firefox.js")(browser, profile, options) : null;
const child = firefox ? firefox.child : spawn(browser, ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
    "--disable-dev-shm-usage", `--user-data-dir=${profile}`, "--remote-debugging-pipe"],
    {stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"]});
function finish(code) {
  child.removeAllListeners("exit");
  child.on("exit", () => {
    try {
      fs.rmSync(profile, {recursive: true, force: true, maxRetries: 5, retryDelay: 200});
    } catch {
      // Ignore this, because processes of the browser may still write files.
    }
    process.exit(code);
  });
  if (!child.kill("SIGKILL")) process.exit(code);
}
child.on("error", () => process.exit(3));
child.on("exit", () => process.exit(3));

// Each message is JSON followed by a zero byte.
let number = 0;
const waiting = new Map();
const listeners = [];
function send(method, params = {}, sessionId = undefined) {
  return new Promise((resolve, reject) => {
    waiting.set(++number, {resolve, reject});
    child.stdio[3].write(JSON.stringify({id: number, method, params, sessionId}) + "\0");
  });
}
let received = "";
if (!firefox) child.stdio[4].on("data", (data) => {
  const parts = (received + data).split("\0");
  received = parts.pop();
  for (const part of parts) {
    const message = JSON.parse(part);
    const caller = waiting.get(message.id);
    if (!caller) {
      for (const listener of listeners) listener(message);
    } else if (message.error) {
      caller.reject(new Error(message.error.message));
    } else {
      caller.resolve(message.result);
    }
    waiting.delete(message.id);
  }
});

const prelude = `
  const verdicts = [];
  const expect = (condition, what) => { if (!condition) throw new Error(what); };
  const tryOut = async (name, act) => {
    try {
      await act();
      verdicts.push("PASS " + name);
    } catch (error) {
      verdicts.push("FAIL " + name + ": " + error.message);
    }
  };
  const until = async (holds, what = String(holds), seconds = 180) => {
    for (const end = Date.now() + 1000 * seconds; !holds();) {
      if (Date.now() > end) throw new Error("never: " + what);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const byTag = (tag, inside = document) => [...inside.querySelectorAll(tag)];
  const press = (key, target = document.body) => target.dispatchEvent(
      new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
  const touch = (place) => document.querySelector('.offer[data-place="' + place + '"]')
      .dispatchEvent(new MouseEvent("click", {bubbles: true}));
`;

async function chromium() {
  const {targetId} = await send("Target.createTarget", {url: "about:blank"});
  const {sessionId} = await send("Target.attachToTarget", {targetId, flatten: true});
  const page = (method, params) => send(method, params, sessionId);
  const faults = [];
  listeners.push(({method, params}) => {
    if (method !== "Runtime.exceptionThrown" || options.broken) return;
    const {text, exception} = params.exceptionDetails;
    faults.push(exception && exception.description || text);
  });
  await page("Page.enable");
  await page("Runtime.enable");
  await page("Emulation.setDeviceMetricsOverride", {width: options.width, height: options.height,
      deviceScaleFactor: 1, mobile: options.width < 600});
  if (options.dark) {
    await page("Emulation.setEmulatedMedia",
               {features: [{name: "prefers-color-scheme", value: "dark"}]});
  }
  if (options.grey) await page("Emulation.setEmulatedVisionDeficiency", {type: "achromatopsia"});
  if (options.slow4g) {  // as DevTools and Lighthouse define it
    await page("Network.enable");
    await page("Network.emulateNetworkConditions", {offline: false, latency: 150,
        downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8});
  }
  if (options.slow > 1) await page("Emulation.setCPUThrottlingRate", {rate: options.slow});
  return {
    faults,
    async open(url) {
      const loaded = new Promise((resolve) => listeners.push(({method}) => {
        if (method === "Page.loadEventFired") resolve();
      }));
      await page("Page.navigate", {url});
      await loaded;
    },
    async run(expression) {
      const {result, exceptionDetails} = await page("Runtime.evaluate",
          {expression, awaitPromise: true, returnByValue: true});
      return exceptionDetails ? "FAIL " + (exceptionDetails.exception || {}).description : result.value;
    },
    picture: async () => (await page("Page.captureScreenshot", {captureBeyondViewport: false})).data,
  };
}

async function main() {
  if (firefox) await firefox.start();
  const page = firefox || await chromium();
  const begin = Date.now();
  await page.open(address);
  // The page of a list is ready as soon as the list is; other pages wait for the program.
  const ready = "new Promise((resolve) => { const look = () => " +
      "document.querySelector('html[data-ready], #rows tr') ? resolve(true) : " +
      "setTimeout(look, 10); look(); setTimeout(() => resolve(false), 120000); })";
  if (!await page.run(ready)) {
    throw new Error(["the page is not ready after two minutes", ...page.faults].join("; "));
  }
  console.log("LOADED", Date.now() - begin);
  for (const script of scripts) {
    const expression = `(async () => {${prelude}\n${fs.readFileSync(script, "utf8")}\n` +
        "return verdicts.join('\\n');})()";
    console.log(await page.run(expression));
  }
  for (const fault of page.faults) console.log("FAIL the page: " + fault);
  if (options.picture) {
    fs.writeFileSync(options.picture, Buffer.from(await page.picture(), "base64"));
  }
}
main().then(() => finish(0), (error) => {
  console.log("FAIL the driver: " + error.message);
  finish(0);
});
