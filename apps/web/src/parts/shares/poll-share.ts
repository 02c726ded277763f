import type { Client } from '@wakeline/client/client';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { NamedError } from '@wakeline/contract/errors';
import type { SharedTracker } from '@wakeline/contract/shares';
import type { TrackerStore } from '../../live/tracker-store.ts';
import { startPolling } from './start-polling.ts';

export interface PollShareOptions {
  readonly client: Client;
  readonly code: string;
  readonly store: TrackerStore;
  /** Epoch milliseconds of the server at the time of the response. */
  readonly onResponse: (serverTime: number) => void;
  /** The link has expired or was revoked. */
  readonly onExpired: () => void;
  /** The server was not reached; polling continues. */
  readonly onFailed: () => void;
  /** A state of an unknown tracker arrived: the owner can see it again. */
  readonly onUnknown: () => void;
}

/** Polls the states of a shared page until it is stopped or the link has expired. */
export function pollShare(options: PollShareOptions): () => void {
  const { client, code, store } = options;
  return startPolling(async ({ signal, stop }) => {
    try {
      const { serverTime, states } = await client.call('queryShareStates', { code }, { signal });
      options.onResponse(serverTime);
      const reportedIds = new Set(states.map(({ trackerId }) => trackerId));
      const removed = store.getIds().filter((id) => !reportedIds.has(id));
      if (removed.length > 0) store.putTrackers([], removed);
      const known = states.filter(({ trackerId }) => store.getTracker(trackerId) !== undefined);
      if (known.length < states.length) options.onUnknown();
      store.putStates(known);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      if (error instanceof NamedError && error.errorName === 'share-gone') {
        stop();
        options.onExpired();
      } else options.onFailed();
      return false;
    }
  }, true).stop;
}

/** Converts a shared tracker for the map; fields that are not shared are empty. */
export function toTracker(shared: SharedTracker): Tracker {
  return {
    ...shared,
    imei: '',
    groupId: null,
    model: '',
    note: '',
    iotCard: '',
    activation: 'activated',
    validUntil: null,
    realmDetails: '',
    abilities: { edit: false, remove: false, replay: false, liftSos: false },
  };
}
