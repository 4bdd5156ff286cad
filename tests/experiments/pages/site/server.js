// Serves a folder to this machine, compressed as hosts do. `use(address)` is called once it runs, and
// gets the address of the folder; `close()` of the result ends the server and its connections.
"use strict";

const fs = require("fs");
const http = require("http");
const path = require("path");
const {gzipSync} = require("zlib");

const types = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"};

// `acts`: functions to call, by the address (such as /stop) that calls them.
module.exports = function serve(site, use, acts = {}) {
  const server = http.createServer(({url}, response) => {
    const {pathname} = new URL(url, "http://site");
    const file = path.join(site, pathname);
    if (acts[pathname]) {
      response.on("close", acts[pathname]).end();
    } else if (!fs.statSync(file, {throwIfNoEntry: false})?.isFile()) {
      response.writeHead(404).end();
    } else {
      // The browser caches nothing, so only the worker can make the site work without the server.
      response.writeHead(200, {"Content-Type": types[path.extname(file)] || "application/octet-stream",
                               "Content-Encoding": "gzip", "Cache-Control": "no-store"});
      response.end(gzipSync(fs.readFileSync(file)));
    }
  });
  server.listen(0, "127.0.0.1", () => use(`http://127.0.0.1:${server.address().port}/`));
  return {close() {
    server.close();
    server.closeAllConnections();
  }};
};
