import type { Client } from '@wakeline/client/client';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { NamedError } from '@wakeline/contract/errors';
import type { SharedTracker } from '@wakeline/contract/shares';
import type { TrackerStore } from '../../live/tracker-store.ts';

/** Milliseconds between two polls: in a visible page, in a hidden one, and after a failure. */
const VISIBLE_PAGE_MS = 2_000;
const HIDDEN_PAGE_MS = 15_000;
const RETRY_MS = 5_000;

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
  const stopController = new AbortController();
  const { signal } = stopController;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling = false;

  async function pollOnce(): Promise<number> {
    try {
      const { serverTime, states } = await client.call('queryShareStates', { code }, { signal });
      options.onResponse(serverTime);
      const reportedIds = new Set(states.map(({ trackerId }) => trackerId));
      const removed = store.getIds().filter((id) => !reportedIds.has(id));
      if (removed.length > 0) store.putTrackers([], removed);
      const known = states.filter(({ trackerId }) => store.getTracker(trackerId) !== undefined);
      if (known.length < states.length) options.onUnknown();
      store.putStates(known);
      return document.hidden ? HIDDEN_PAGE_MS : VISIBLE_PAGE_MS;
    } catch (error) {
      if (signal.aborted) return RETRY_MS;
      if (error instanceof NamedError && error.errorName === 'share-gone') {
        stop();
        options.onExpired();
      } else options.onFailed();
      return RETRY_MS;
    }
  }

  async function runPoll(): Promise<void> {
    clearTimeout(timer);
    if (polling || signal.aborted) return;
    polling = true;
    const delay = await pollOnce();
    polling = false;
    if (!signal.aborted) timer = setTimeout(() => void runPoll(), delay);
  }

  function stop(): void {
    stopController.abort(new Error('the shared page was closed'));
    clearTimeout(timer);
  }

  document.addEventListener('visibilitychange', () => !document.hidden && void runPoll(), { signal });
  timer = setTimeout(() => void runPoll(), VISIBLE_PAGE_MS);
  return stop;
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
