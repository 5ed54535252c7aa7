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

// What is shared with the page is kept here until the page, which is opened, takes it; no server gets it.
const receive = async (form, store) => {
  const files = await Promise.all(form.getAll("file").map((file) => file.text()));
  const shared = [form.get("title"), form.get("text"), ...files].filter(Boolean).join("\n\n");
  await store.put("shared", new Response(shared));
  return Response.redirect("./#shared", 303);
};

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const isPage = [registration.scope, `${registration.scope}index.html`].includes(origin + pathname);
  event.respondWith((async () => {
    const store = await caches.open(STORE);
    if (isPage && request.method === "POST") return receive(await request.formData(), store);
    return (await store.match(isPage ? "./" : request)) ?? fetch(request);
  })());
});
