// Makes the page work offline. The first visit caches what every position needs, later
// requests the rest. The network comes first, so that page and judge are of one release.

const CACHE = "noughts";
const FILES = []; // filled in when the page is frozen

self.addEventListener("install", (event) => {
  const kept = caches.open(CACHE).then((cache) => cache.addAll(FILES));
  event.waitUntil(kept.then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(clients.claim()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const isOurs = new URL(request.url).origin === location.origin;
  if (request.method === "GET" && isOurs) event.respondWith(answer(event));
});

const version = ({ headers }) => headers.get("etag") ?? headers.get("last-modified");

async function answer(event) {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const key = origin + pathname; // one release of each file
  const cache = await caches.open(CACHE);
  const kept = await cache.match(key);
  try {
    const fresh = await fetch(request);
    const isKept = kept && version(fresh) && version(fresh) === version(kept);
    if (fresh.ok && !isKept) event.waitUntil(cache.put(key, fresh.clone()));
    return fresh;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}
