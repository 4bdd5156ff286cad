// Visits a site once from a server, stops the server, and uses the site without it.
//   node offline.js BROWSER SITE     prints what drive.js prints for offline_check.js
"use strict";

const {execFile} = require("child_process");
const path = require("path");
const serve = require("./server.js");

const [browser, site] = process.argv.slice(2);
const server = serve(site, (address) => {
  execFile(process.execPath, [path.join(__dirname, "drive.js"), browser, address + "index.html",
                              path.join(__dirname, "offline_check.js")], (error, text) => {
    process.stdout.write(text);
    process.exitCode = error ? error.code : 0;
    server.close();
  });
}, {"/stop": () => server.close()});
