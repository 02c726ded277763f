import type { Client } from '@wakeline/client/client';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { NamedError } from '@wakeline/contract/errors';
import type { LinkTracker } from '@wakeline/contract/screens/screen-links';
import type { TrackerStore } from '../../live/tracker-store.ts';
import { startPolling } from '../../parts/shares/start-polling.ts';

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
  let expected = 0;
  let since = 0;
  let loadedAt: number | null = null;
  let newestNotice: number | null = null;
  let editTime: number | null | undefined;

  async function loadDevices(signal: AbortSignal): Promise<void> {
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

  const polling = startPolling(async ({ signal, stop }) => {
    try {
      if (loadedAt === null || Date.now() - loadedAt > DEVICES_MS) await loadDevices(signal);
      const response = await client.call('queryScreenLinkStates', { code, since }, { signal });
      since = response.serverTime;
      store.putStates(response.states.filter(({ trackerId }) => store.getTracker(trackerId) !== undefined));
      if (response.total !== expected) loadedAt = null;
      if (newestNotice !== null && response.newestNotice !== newestNotice) options.onNotice();
      if (editTime !== undefined && response.editTime !== editTime) options.onEdited();
      ({ newestNotice, editTime } = response);
      options.onStates(response.serverTime);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (error instanceof NamedError && error.errorName === 'share-gone') {
        stop();
        options.onExpired();
      }
      // Devices may have been added or removed meanwhile.
      loadedAt = null;
      return false;
    }
  }, false);
  addEventListener('online', polling.now, { signal: polling.signal });
  return polling.stop;
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
