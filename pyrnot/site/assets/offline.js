// Keeps the files of one version, so that the page works without a network. Each version has its own store, and a page
// is served from one store only; a newer version waits until the page asks for it, or until it is closed.

const FILES = ["./", ...@files@];
const SITE = `pyrnot ${registration.scope} `;
const STORE = `${SITE}@folder@`;

addEventListener("install", (event) => event.waitUntil((async () => {
  const store = await caches.open(STORE);
  // The first is the page; a copy of it may be old. The names of the others change with their content.
  await store.addAll(FILES.map((file) => new Request(file, { cache: file === "./" ? "reload" : "default" })));
})()));

addEventListener("activate", (event) => event.waitUntil((async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith(SITE) && name !== STORE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
})()));

addEventListener("message", ({ data }) => data === "take over" && skipWaiting());

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isPage = [registration.scope, `${registration.scope}index.html`].includes(origin + pathname);
  event.respondWith((async () => {
    const store = await caches.open(STORE);
    return (await store.match(isPage ? "./" : request)) ?? fetch(request);
  })());
});
