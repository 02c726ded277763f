// Service worker: opens the console from a cache, also without network, and displays the push messages of the server.
// docs/development/console.md describes it. The build puts `BUILD` before this file (service-worker-plugin.ts).

/* global BUILD */

/** One cache per build. */
const CACHE_PREFIX = 'wakeline-';
const CACHE = CACHE_PREFIX + BUILD.id;
const SHELL = new Set(BUILD.shell);
/** Prefix of the service, whose responses are never cached. */
const SERVICE = new URL(location.href).searchParams.get('prefix') ?? '/service';
const SERVER_PAGES = new Set(['/healthz', '/readyz', '/metrics']);
/** Files that are requested at the same time: the page that is open has the rest of the line. */
const PARALLEL = 3;

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(deleteOldCaches()));

async function install() {
  // In development.
  if (BUILD.shell.length === 0) return skipWaiting();
  const cache = await caches.open(CACHE);
  await storePage(cache);
  await storeAll(cache, BUILD.shell);
  // Open pages continue with the files of their build; the next page is of this one.
  return skipWaiting();
}

/** Stores the page. While servers are updated, it may be that of another build: then the browser tries again later. */
async function storePage(cache) {
  const response = await fetch('/', { cache: 'no-cache' });
  const text = await response.clone().text();
  if (!response.ok || !text.includes(BUILD.entry)) throw new Error('the page is not of this build');
  await cache.put('/', response);
}

async function storeAll(cache, paths) {
  const queue = paths.values();
  const work = async () => {
    for (const path of queue) await store(cache, path);
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
}

async function store(cache, path) {
  if ((await cache.match(path)) !== undefined) return;
  const hashed = isHashed(path);
  // A file with a hash in its name is the same in each build that has it.
  const response = (hashed ? await caches.match(path) : undefined) ?? (await request(path, hashed));
  await cache.put(path, response);
}

async function request(path, hashed) {
  const response = await fetch(path, hashed ? {} : { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path}: status ${response.status}`);
  return response;
}

function isHashed(path) {
  return path.startsWith('/assets/');
}

/** Keeps the cache of the previous build, because pages of it may be open. */
async function deleteOldCaches() {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

addEventListener('fetch', (event) => {
  const { method, mode, url, headers } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin || headers.has('range')) return;
  if (mode === 'navigate') {
    if (isConsolePage(pathname)) event.respondWith(respondWithPage(event));
  } else if (isHashed(pathname) || SHELL.has(pathname))
    event.respondWith(respondWithFile(pathname, event.request));
});

function isConsolePage(path) {
  const isService = path === SERVICE || path.startsWith(`${SERVICE}/`);
  return !isService && !SERVER_PAGES.has(path) && !path.split('/').at(-1).includes('.');
}

async function respondWithPage(event) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match('/');
  if (stored === undefined) return fetch(event.request);
  // The server's prefix and headers may have changed. The stored page stays if the server cannot be reached, or if its
  // page is of another build.
  event.waitUntil(storePage(cache).catch(() => undefined));
  return stored;
}

async function respondWithFile(path, original) {
  const cache = await caches.open(CACHE);
  const stored = (await cache.match(path)) ?? (isHashed(path) ? await caches.match(path) : undefined);
  if (stored !== undefined) return stored;
  const response = await fetch(original);
  if (response.ok && isHashed(path)) await cache.put(path, response.clone());
  return response;
}

addEventListener('message', (event) => {
  // The page is idle: loads the other screens, so that they open although a later build has replaced them.
  if (event.data?.type !== 'load-rest') return;
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => storeAll(cache, BUILD.rest))
      // Without the network they are loaded when they are opened.
      .catch(() => undefined),
  );
});

addEventListener('push', (event) => {
  const { title, body, tag, messageId } = event.data.json();
  // A repeated message has the same tag and replaces the former.
  event.waitUntil(
    registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { messageId } }),
  );
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { messageId } = event.notification.data;
  event.waitUntil(openRecords(messageId === null ? '' : `?notice=${messageId}`));
});

/** Opens the notification records in a window of the console, or in a new one. */
async function openRecords(search) {
  const path = `/notificationRecord${search}`;
  const [window] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (window === undefined) {
    await clients.openWindow(path);
    return;
  }
  // A window that this worker does not control cannot be navigated by it.
  window.postMessage({ type: 'open', path });
  await window.focus();
}
