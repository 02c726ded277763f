import type { Refusal } from '@wakeline/contract/live/messages';

/**
 * The life of a live connection as a pure machine: what happened goes in, the new state and what is to be done
 * come out. `run.ts` does it. Every state answers every event; an event that means nothing in a state leaves it as
 * it is.
 *
 *     idle -> connecting -> catching-up -> live
 *               ^   |             |          |
 *               |   +------> waiting <-------+        (the socket closed, or nothing was heard for too long)
 *               +--------------+
 *     any -> refused                                  (trying again would not help)
 */
export type LiveState =
  | { readonly phase: 'idle' }
  | ({ readonly phase: 'connecting' } & Trying)
  | ({ readonly phase: 'catching-up' } & Trying)
  | { readonly phase: 'live' }
  | ({ readonly phase: 'waiting' } & Trying)
  | { readonly phase: 'refused'; readonly refusal: Refusal };

interface Trying {
  /** Attempts in a row that did not come as far as `live`. */
  readonly failures: number;
  /** Sockets seem to be impossible here: the polling calls bring what they can until one opens. */
  readonly polling: boolean;
}

export type LivePhase = LiveState['phase'];

export type LiveEvent =
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  /** The socket is open. */
  | { readonly type: 'opened' }
  /** The socket closed, or could not be opened. */
  | { readonly type: 'closed' }
  | { readonly type: 'welcomed' }
  /** The server said that from here on it is the present. */
  | { readonly type: 'present' }
  /** Any other message of the server. */
  | { readonly type: 'heard' }
  /** The server said so, on the socket or (`session-gone`) to a poll. */
  | { readonly type: 'refused'; readonly refusal: Refusal }
  /** The timer that the last `timer` action set. */
  | { readonly type: 'elapsed' }
  /** The network is there again: worth trying at once. */
  | { readonly type: 'online' };

export type LiveAction =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'hello' }
  /** Replaces the one timer; null: none. */
  | { readonly type: 'timer'; readonly ms: number | null }
  | { readonly type: 'start-polling' }
  | { readonly type: 'stop-polling' }
  /** The next hello starts at the present. */
  | { readonly type: 'forget-cursor' }
  /** What is held of trackers and groups may be stale. */
  | { readonly type: 'reload' };

/** First wait: a broken line is often back within half a second. */
export const FIRST_RETRY_MS = 500;
/** Longest wait: a person watches the map, so never far from trying again. */
export const LONGEST_RETRY_MS = 20_000;
/** Waits are spread by this share of themselves, so that a thousand consoles do not come back in one instant. */
export const RETRY_SPREAD = 0.5;
/** For the socket to open and the server to say welcome. */
export const HANDSHAKE_MS = 10_000;
/** The server beats each 10 s: two beats missed and some seconds of a slow line. */
export const SILENCE_MS = 25_000;
/** Failures in a row (about 4 s) after which polling starts. */
export const POLL_AFTER_FAILURES = 3;

export const INITIAL: LiveState = { phase: 'idle' };

export interface Step {
  readonly state: LiveState;
  readonly actions: readonly LiveAction[];
}

/** @param chance in 0..1, from outside: spreads the waits. */
export function step(state: LiveState, event: LiveEvent, chance: number): Step {
  switch (event.type) {
    case 'start':
      return state.phase === 'idle' || state.phase === 'refused'
        ? connecting({ failures: 0, polling: false }, [])
        : stay(state);
    case 'stop':
      return state.phase === 'idle' ? stay(state) : end(state, { phase: 'idle' });
    case 'online':
      return state.phase === 'waiting' ? connecting(state, [{ type: 'timer', ms: null }]) : stay(state);
    case 'refused':
      return refused(state, event.refusal, chance);
    case 'opened':
      return state.phase === 'connecting'
        ? { state, actions: [{ type: 'hello' }, { type: 'timer', ms: HANDSHAKE_MS }] }
        : stay(state);
    case 'welcomed':
      return state.phase === 'connecting'
        ? {
            state: { ...state, phase: 'catching-up' },
            actions: [{ type: 'timer', ms: SILENCE_MS }, { type: 'reload' }],
          }
        : heard(state);
    case 'present':
      return state.phase === 'catching-up' ? live(state) : heard(state);
    case 'heard':
      return heard(state);
    case 'closed':
      return isConnected(state) ? waiting(state, chance, []) : stay(state);
    case 'elapsed':
      if (state.phase === 'waiting') return connecting(state, []);
      return isConnected(state) ? waiting(state, chance, [{ type: 'close' }]) : stay(state);
  }
}

type Connected = Extract<LiveState, { phase: 'connecting' | 'catching-up' | 'live' }>;

function isConnected(state: LiveState): state is Connected {
  return state.phase === 'connecting' || state.phase === 'catching-up' || state.phase === 'live';
}

function stay(state: LiveState): Step {
  return { state, actions: [] };
}

function connecting({ failures, polling }: Trying, before: readonly LiveAction[]): Step {
  return {
    state: { phase: 'connecting', failures, polling },
    actions: [...before, { type: 'open' }, { type: 'timer', ms: HANDSHAKE_MS }],
  };
}

function live(state: Trying): Step {
  const silence: LiveAction = { type: 'timer', ms: SILENCE_MS };
  return {
    state: { phase: 'live' },
    actions: state.polling ? [{ type: 'stop-polling' }, silence] : [silence],
  };
}

function heard(state: LiveState): Step {
  const connected = state.phase === 'catching-up' || state.phase === 'live';
  return { state, actions: connected ? [{ type: 'timer', ms: SILENCE_MS }] : [] };
}

function waiting(state: Connected, chance: number, before: readonly LiveAction[]): Step {
  const failures = state.phase === 'live' ? 1 : state.failures + 1;
  const polled = state.phase !== 'live' && state.polling;
  const polling = polled || failures >= POLL_AFTER_FAILURES;
  const actions: LiveAction[] = [...before, { type: 'timer', ms: retryDelay(failures, chance) }];
  if (polling && !polled) actions.push({ type: 'start-polling' });
  return { state: { phase: 'waiting', failures, polling }, actions };
}

/** Milliseconds before attempt number `failures + 1`: doubled each time, up to the longest, and spread. */
export function retryDelay(failures: number, chance: number): number {
  const full = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
  return Math.round(full * (1 - RETRY_SPREAD * chance));
}

function refused(state: LiveState, refusal: Refusal, chance: number): Step {
  if (state.phase === 'idle' || state.phase === 'refused') return stay(state);
  switch (refusal) {
    case 'session-gone':
    case 'origin-refused':
    case 'message-malformed':
      return end(state, { phase: 'refused', refusal });
    case 'cursor-unknown': {
      if (state.phase === 'waiting') return stay(state);
      const trying = state.phase === 'live' ? { failures: 0, polling: false } : state;
      // Counted as a failure when it comes twice in a row: a server that refuses null as well must not be hammered.
      if (trying.failures > 0) return waiting(state, chance, [{ type: 'close' }, { type: 'forget-cursor' }]);
      return connecting({ ...trying, failures: 1 }, [{ type: 'close' }, { type: 'forget-cursor' }]);
    }
    case 'too-many-sockets':
    case 'hello-late':
    case 'connect-again':
      if (state.phase === 'waiting') return stay(state);
      return waiting(state, chance, [{ type: 'close' }]);
  }
}

function end(state: LiveState, into: LiveState): Step {
  const actions: LiveAction[] = [{ type: 'timer', ms: null }];
  if (isConnected(state)) actions.push({ type: 'close' });
  if ('polling' in state && state.polling) actions.push({ type: 'stop-polling' });
  return { state: into, actions };
}
