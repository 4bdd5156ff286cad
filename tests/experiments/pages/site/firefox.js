// Firefox for drive.js, controlled by Marionette: messages "length:JSON" through the port that
// Firefox writes into its profile. Windows are at least 450 pixels wide.
"use strict";

const {spawn} = require("child_process");
const fs = require("fs");
const net = require("net");
const path = require("path");

// Returns {child, start(options), open(address), run(expression): resolves to its value,
// picture()}.
module.exports = (browser, profile, options) => {
  fs.writeFileSync(path.join(profile, "user.js"), [["marionette.port", 0],
      ["layout.css.prefers-color-scheme.content-override", options.dark ? 0 : 1]]
      .map(([name, value]) => `user_pref("${name}", ${value});\n`).join(""));
  const child = spawn(browser, ["--headless", "--no-remote", "--marionette", "--profile", profile],
                      {stdio: "ignore"});
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const answers = new Map();
  let number = 0;
  let socket = null;

  function send(command, parameters = {}) {
    const text = JSON.stringify([0, ++number, "WebDriver:" + command, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => answers.set(number, {resolve, reject}));
  }
  function receive(message) {
    if (!Array.isArray(message)) return;  // the greeting
    const [, id, error, result] = message;
    if (error) answers.get(id).reject(new Error(error.message)); else answers.get(id).resolve(result);
  }
  async function start() {
    const file = path.join(profile, "MarionetteActivePort");
    while (!fs.existsSync(file) || fs.readFileSync(file, "utf8") === "") await pause(50);
    socket = net.connect(Number(fs.readFileSync(file, "utf8")), "127.0.0.1");
    let bytes = Buffer.alloc(0);
    socket.on("data", (data) => {
      bytes = Buffer.concat([bytes, data]);
      for (let colon; (colon = bytes.indexOf(":")) > 0;) {
        const end = colon + 1 + Number(bytes.subarray(0, colon));
        if (bytes.length < end) return;
        receive(JSON.parse(bytes.subarray(colon + 1, end)));
        bytes = bytes.subarray(end);
      }
    });
    await send("NewSession", {});
    await send("SetWindowRect", {width: options.width, height: options.height});
  }
  // Run as a script of the page, because other scripts do not see the page's constants.
  async function run(expression) {
    const script = `(async () => { let value; try { value = await ${expression}; } catch (error) {
        value = "FAIL " + error; } document.documentElement.dataset.driven = JSON.stringify(value ?? null); })();`;
    await send("ExecuteScript", {args: [script], script: `delete document.documentElement.dataset.driven;
        const script = document.createElement("script");
        script.textContent = arguments[0];
        document.head.append(script);`});
    for (;; await pause(20)) {
      const {value} = await send("ExecuteScript",
          {args: [], script: "return document.documentElement.dataset.driven || null;"});
      if (value !== null) return JSON.parse(value);
    }
  }
  return {
    child, start, run, faults: [],
    open: (url) => send("Navigate", {url}),
    picture: async () => (await send("TakeScreenshot", {full: false})).value,
  };
};
