// Caches the pages and every piece that was loaded, so that they work without a network after the first
// visit. A request uses the cache only if the network fails.
"use strict";

self.addEventListener("install", (event) => event.waitUntil(
    caches.open("onyx").then((cache) => cache.addAll(["@FILES@"]))));
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
