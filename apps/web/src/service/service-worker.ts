import { getServicePrefix } from './client.ts';

/** What browsers know of the user's connection (W3C, "Network Information API"); Chromium alone has it. */
interface Connection {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

/** The page counts as loaded when it has requested nothing for this time, milliseconds. */
const QUIET_MS = 2_000;
/** The other screens are loaded this long after the page, milliseconds. */
const REST_DELAY_MS = 20_000;
/** How long a reload waits for a new version, milliseconds. */
const UPDATE_TIMEOUT_MS = 10_000;

/** Whether this browser has service workers: not without TLS, except on this machine. */
export function hasServiceWorker(): boolean {
  return 'serviceWorker' in navigator;
}

/** Registers the service worker, unless it is. */
export function registerServiceWorker(): Promise<ServiceWorkerRegistration> {
  const query = new URLSearchParams({ prefix: getServicePrefix() });
  return navigator.serviceWorker.register(`/service-worker.js?${query}`, { updateViaCache: 'none' });
}

/** The registration of this browser; undefined: none. */
export async function findServiceWorker(): Promise<ServiceWorkerRegistration | undefined> {
  return hasServiceWorker() ? navigator.serviceWorker.getRegistration('/') : undefined;
}

/**
 * Registers the service worker after the page has loaded, so that both do not share the line. It then caches the
 * console, first what opens with it, and later the other screens.
 */
export function startServiceWorker(): void {
  if (!hasServiceWorker()) return;
  const start = () => {
    observer.disconnect();
    registerServiceWorker().then(
      () => setTimeout(() => void loadRest(), REST_DELAY_MS),
      // Browsers can refuse it by policy; the console works without.
      () => undefined,
    );
  };
  let timer = setTimeout(start, QUIET_MS);
  const observer = new PerformanceObserver(() => {
    clearTimeout(timer);
    timer = setTimeout(start, QUIET_MS);
  });
  observer.observe({ type: 'resource' });
}

/** Has the other screens cached, unless the user's connection is slow or costly. */
async function loadRest(): Promise<void> {
  const { connection } = navigator as { readonly connection?: Connection };
  if (connection?.saveData === true || (connection?.effectiveType ?? '4g') !== '4g') return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'load-rest' });
}

/** Reloads the page, with the new version of the console if there is one. */
export async function reloadPage(): Promise<void> {
  try {
    const registration = await findServiceWorker();
    if (registration !== undefined)
      await Promise.race([activateUpdate(registration), wait(UPDATE_TIMEOUT_MS)]);
  } catch {
    // Without the network: the page that is cached opens.
  }
  location.reload();
}

async function activateUpdate(registration: ServiceWorkerRegistration): Promise<void> {
  await registration.update();
  const next = registration.installing ?? registration.waiting;
  if (next === null) return;
  await new Promise<void>((done) => {
    next.addEventListener('statechange', () => {
      if (next.state === 'activated' || next.state === 'redundant') done();
    });
  });
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds);
  });
}
