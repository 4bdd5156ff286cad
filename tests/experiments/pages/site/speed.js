// Measures how long the pages of a site take on a slow telephone: Chromium with slow 4G and a
// processor four times slower, and a server that compresses, as hosts do.
//   node speed.js BROWSER SITE PAGE...   prints for each page its first paint, when it is usable
//                                        (both since the visit began), and what it has loaded
"use strict";

const {execFile} = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const serve = require("./server.js");

const [browser, site, ...pages] = process.argv.slice(2);
const script = path.join(os.tmpdir(), `onyx-paint-${process.pid}.js`);
fs.writeFileSync(script, `
  await until(() => performance.getEntriesByName("first-contentful-paint").length > 0);  // may come after "ready"
  const at = (name) => performance.getEntriesByName(name)[0].startTime;
  const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .filter((entry) => entry.responseEnd <= at("ready"));
  verdicts.push("PAINTED " + at("first-contentful-paint"), "USABLE " + at("ready"),
                "BYTES " + loaded.reduce((sum, entry) => sum + entry.transferSize, 0));`);
const server = serve(site, async (origin) => {
  for (const page of pages) {
    const out = await new Promise((resolve) => execFile(process.execPath,
        [path.join(__dirname, "drive.js"), browser, origin + page, "--width", "390", "--slow", "4", "--slow4g", script],
        (_, text) => resolve(text)));
    const thousands = (word) => Number((out.match(new RegExp(word + " ([0-9.]+)")) || [])[1]) / 1000;
    console.log(`${page}: painted ${thousands("PAINTED").toFixed(1)} s, usable ${
        thousands("USABLE").toFixed(1)} s, ${Math.round(thousands("BYTES"))} kB`);
  }
  fs.rmSync(script);
  server.close();
});
