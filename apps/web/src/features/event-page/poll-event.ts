import { isErrorName } from '@wakeline/contract/errors';
import { eventSnapshot, eventTails } from '@wakeline/contract/matches/event-page';
import { createRequestKey } from '../../service/request-key.ts';
import type { EventStore } from './event-store.ts';

/** Milliseconds between two requests: of a visible page, of a hidden one, and after a failure. */
const INTERVAL_MS = 1_000;
const HIDDEN_INTERVAL_MS = 10_000;
const RETRY_MS = 3_000;

interface PollOptions {
  /** `/service/live/event/CODE` */
  readonly address: string;
  readonly viewer: string;
  readonly store: EventStore;
  /** The address is no longer valid. */
  readonly onGone: () => void;
}

/** Requests snapshots of a public page into a store, once a second. Returns a function that stops it. */
export function pollEvent({ address, viewer, store, onGone }: PollOptions): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;

  async function request(path: string): Promise<unknown> {
    // The browser sends the entity tag, and gets the earlier response if nothing has changed.
    const response = await fetch(`${address}/${path}`, { cache: 'no-cache', signal });
    const body: unknown = await response.json();
    const { error } = Object(body) as { error?: unknown };
    if (typeof error === 'string' && isErrorName(error)) throw new EventGone(error);
    return body;
  }

  async function poll(): Promise<void> {
    isBusy = true;
    const startedAt = performance.now();
    let wait = document.hidden ? HIDDEN_INTERVAL_MS : INTERVAL_MS;
    try {
      const isFirst = store.version === null;
      const since = isFirst ? '' : `&since=${store.version}`;
      store.apply(eventSnapshot.parse(await request(`snapshot?viewer=${viewer}${since}`)));
      if (isFirst) store.applyTails(eventTails.parse(await request('tails')));
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof EventGone && error.message === 'event-unknown') {
        onGone();
        return;
      }
      store.setOffline();
      wait = RETRY_MS;
    }
    isBusy = false;
    timer = setTimeout(() => void poll(), Math.max(0, wait - (performance.now() - startedAt)));
  }

  function pollNow(): void {
    if (document.hidden || isBusy) return;
    clearTimeout(timer);
    void poll();
  }

  document.addEventListener('visibilitychange', pollNow);
  void poll();
  return () => {
    stopping.abort();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', pollNow);
  };
}

/** A named failure of the service. */
class EventGone extends Error {}

const VIEWER_KEY = 'wl-viewer';

/** The random key of this browser, by which viewers are counted. */
export function viewerKey(): string {
  try {
    const stored = localStorage.getItem(VIEWER_KEY);
    if (stored !== null) return stored;
    const created = createRequestKey();
    localStorage.setItem(VIEWER_KEY, created);
    return created;
  } catch {
    // Storage is blocked: the key lasts as long as the page.
    return createRequestKey();
  }
}
