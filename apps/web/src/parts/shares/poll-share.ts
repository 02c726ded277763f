import type { Client } from '@wakeline/client/client';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { NamedError } from '@wakeline/contract/errors';
import type { SharedTracker } from '@wakeline/contract/shares';
import type { TrackerStore } from '../../live/tracker-store.ts';

/** Milliseconds between two polls, in a page that is seen, in one that is not, and after a failure. */
const SEEN_MS = 2_000;
const HIDDEN_MS = 15_000;
const FAILED_MS = 5_000;

export interface PollShareOptions {
  readonly client: Client;
  readonly code: string;
  readonly store: TrackerStore;
  /** Epoch milliseconds of the server when it answered. */
  readonly onAnswer: (serverTime: number) => void;
  /** The link has ended. */
  readonly onGone: () => void;
  /** The server was not reached; it is tried again. */
  readonly onFailed: () => void;
  /** A tracker came that is not known: the owner sees it again. */
  readonly onUnknown: () => void;
}

/** Asks for the states of a shared page again and again, until it is stopped or the link has ended. */
export function pollShare(options: PollShareOptions): () => void {
  const { client, code, store } = options;
  const ended = new AbortController();
  const { signal } = ended;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;

  async function ask(): Promise<number> {
    try {
      const { serverTime, states } = await client.call('queryShareStates', { code }, { signal });
      options.onAnswer(serverTime);
      const told = new Set(states.map(({ trackerId }) => trackerId));
      const removed = store.getIds().filter((id) => !told.has(id));
      if (removed.length > 0) store.putTrackers([], removed);
      const known = states.filter(({ trackerId }) => store.getTracker(trackerId) !== undefined);
      if (known.length < states.length) options.onUnknown();
      store.putStates(known);
      return document.hidden ? HIDDEN_MS : SEEN_MS;
    } catch (error) {
      if (signal.aborted) return FAILED_MS;
      if (error instanceof NamedError && error.errorName === 'share-gone') {
        stop();
        options.onGone();
      } else options.onFailed();
      return FAILED_MS;
    }
  }

  async function round(): Promise<void> {
    clearTimeout(timer);
    if (asking || signal.aborted) return;
    asking = true;
    const wait = await ask();
    asking = false;
    if (!signal.aborted) timer = setTimeout(() => void round(), wait);
  }

  function stop(): void {
    ended.abort(new Error('the shared page is left'));
    clearTimeout(timer);
  }

  document.addEventListener('visibilitychange', () => !document.hidden && void round(), { signal });
  timer = setTimeout(() => void round(), SEEN_MS);
  return stop;
}

/** A shared tracker as the map takes it: what is not shared is empty. */
export function asTracker(shared: SharedTracker): Tracker {
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
