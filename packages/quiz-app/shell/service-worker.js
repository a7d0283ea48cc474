// The service worker of the app shell opens the app without a network after the first visit. The build adds the
// constants FILES (paths of the shell's files) and VERSION at the start. The worker never caches responses of the API
// or of the identity service, because they belong to one user, and the app stores the data that it needs in its own
// database.
/* global FILES, VERSION */

const CACHE_PREFIX = 'shell-'
const CACHE = CACHE_PREFIX + VERSION
const PAGE = '/'
const SERVICES = /^\/(api|cognito-idp)(\/|$)/

globalThis.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, ...FILES])))
})

// A new version becomes active only when no page of the previous version is open, so that no open page loses its files.
globalThis.addEventListener('activate', (event) => {
  event.waitUntil(dropOlderCaches().then(() => globalThis.clients.claim()))
})

globalThis.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || SERVICES.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(keptPage))
  else if (FILES.includes(pathname)) event.respondWith(fromCache(request))
})

/** Returns the cached page with a mark that its server was unreachable, which `navigator.onLine` may not show. */
async function keptPage() {
  const page = await ownCached(PAGE)
  const html = await page.text()
  return new Response(html.replace('<html', '<html data-opened="offline"'), { headers: page.headers })
}

async function fromCache(request) {
  return (await ownCached(request)) ?? fetch(request)
}

/** Reads only the cache of this version, because earlier scripts and other programs on this port may have left other caches. */
function ownCached(request) {
  return caches.match(request, { cacheName: CACHE })
}

async function dropOlderCaches() {
  const names = await caches.keys()
  const older = names.filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE)
  return Promise.all(older.map((name) => caches.delete(name)))
}
