import type { Client } from '@wakeline/client/client';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { NamedError } from '@wakeline/contract/errors';
import type { LinkTracker } from '@wakeline/contract/screens/screen-links';
import type { TrackerStore } from '../../live/tracker-store.ts';

/** Milliseconds between two requests of changed states, in a visible page and in a hidden one. */
const VISIBLE_PAGE_MS = 2_000;
const HIDDEN_PAGE_MS = 15_000;
const RETRY_MS = 5_000;
/** Names and groups of devices change seldom: all devices are requested again after this. */
const DEVICES_MS = 5 * 60_000;

export interface PollLinkOptions {
  readonly client: Client;
  readonly code: string;
  readonly store: TrackerStore;
  /** All devices have loaded, or states have arrived: epoch milliseconds of the server. */
  readonly onStates: (serverTime: number) => void;
  /** A notice of the account arrived: figures may have changed. */
  readonly onNotice: () => void;
  /** The screen was changed. */
  readonly onEdited: () => void;
  /** The link has expired or was revoked. */
  readonly onExpired: () => void;
}

/** Keeps a store up to date with the devices of a screen link until it is stopped or the link ends. */
export function pollLink(options: PollLinkOptions): () => void {
  const { client, code, store } = options;
  const stopController = new AbortController();
  const { signal } = stopController;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPolling = false;
  let since = 0;
  let loadedAt: number | null = null;
  let newestNotice: number | null = null;
  let editTime: number | null | undefined;

  async function loadDevices(): Promise<void> {
    const list = store.startList();
    let total = 0;
    try {
      for (let after: number | null | undefined; after !== null; ) {
        const page: { list: LinkTracker[]; next: number | null } = await client.call(
          'queryScreenLinkTrackers',
          { code, ...(after === undefined ? {} : { after }) },
          { signal },
        );
        list.put(page.list.map(toLinkedTracker));
        total += page.list.length;
        after = page.next;
      }
      list.done();
    } catch (error) {
      list.cancel();
      throw error;
    }
    loadedAt = Date.now();
    expected = total;
  }
  let expected = 0;

  async function pollOnce(): Promise<number> {
    try {
      if (loadedAt === null || Date.now() - loadedAt > DEVICES_MS) await loadDevices();
      const response = await client.call('queryScreenLinkStates', { code, since }, { signal });
      since = response.serverTime;
      store.putStates(response.states.filter(({ trackerId }) => store.getTracker(trackerId) !== undefined));
      if (response.total !== expected) loadedAt = null;
      if (newestNotice !== null && response.newestNotice !== newestNotice) options.onNotice();
      if (editTime !== undefined && response.editTime !== editTime) options.onEdited();
      ({ newestNotice, editTime } = response);
      options.onStates(response.serverTime);
      return document.hidden ? HIDDEN_PAGE_MS : VISIBLE_PAGE_MS;
    } catch (error) {
      if (signal.aborted) return RETRY_MS;
      if (error instanceof NamedError && error.errorName === 'share-gone') {
        stop();
        options.onExpired();
      }
      // Devices may have been added or removed meanwhile.
      loadedAt = null;
      return RETRY_MS;
    }
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    if (isPolling || signal.aborted) return;
    isPolling = true;
    const delay = await pollOnce();
    isPolling = false;
    if (!signal.aborted) timer = setTimeout(() => void run(), delay);
  }

  function stop(): void {
    stopController.abort(new Error('the screen was closed'));
    clearTimeout(timer);
  }

  document.addEventListener('visibilitychange', () => !document.hidden && void run(), { signal });
  addEventListener('online', () => void run(), { signal });
  void run();
  return stop;
}

/** What the link does not have is empty. */
function toLinkedTracker(linked: LinkTracker): Tracker {
  return {
    ...linked,
    imei: '',
    model: '',
    note: '',
    iotCard: '',
    validUntil: null,
    realmDetails: '',
    abilities: { edit: false, remove: false, replay: false, liftSos: false },
  };
}
