// Caches the pages, some pieces of data, and every piece loaded, so that they work without a
// network after the first visit. A request uses the cache only if the network fails.
"use strict";

// Returns pieces that many visitors want: the patterns, the proofs of Mini-Onyx, easy puzzles, and
// the positions on large boards, which come last. The site need not have them.
function pieces() {
  importScripts("pattern-list.js", "opening-data.js", "puzzle-list.js", "positions.js");
  const patterns = Math.ceil(onyxPatternList.length / onyxPatternsPerFile);
  const mini = onyxOpenings.find(({setup}) => setup === "standard:6x6")?.map || [];
  const easy = onyxPuzzles.findIndex(([, kind, board, difficulty]) =>
      kind === "win" && board === "6x6" && difficulty === 1);
  return [...Array.from({length: patterns}, (_, number) => `patterns/${number}`),
          ...mini.filter(({piece}) => piece !== undefined).map(({piece}) => `proofs/${piece}`),
          `puzzles/${Math.floor(easy / onyxPuzzlesPerFile)}`,
          `certificates/${Math.floor((onyxPositions.length - 1) / onyxPerFile)}`].map((name) => `${name}.js`);
}

self.addEventListener("install", (event) => {
  self.skipWaiting();
  event.waitUntil((async () => {
    const wanted = pieces();  // before the first await, because scripts cannot be imported later
    const cache = await caches.open("onyx");
    await cache.addAll(["@FILES@"]);
    // Some hosts have no page at the address of the folder, "./".
    await Promise.allSettled(["./", ...wanted].map((file) => cache.add(file)));
  })());
});
// Takes over the page of the first visit too; the page then reloads its pieces (words.js).
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => event.respondWith((async () => {
  const cache = await caches.open("onyx");
  try {
    const response = await fetch(event.request);
    if (event.request.method === "GET" && response.ok) cache.put(event.request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(event.request);
    if (kept) return kept;
    throw error;
  }
})()));
