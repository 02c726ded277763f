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
  | ({ readonly phase: 'connecting' } & RetryState)
  | ({ readonly phase: 'catching-up' } & RetryState)
  | { readonly phase: 'live' }
  | ({ readonly phase: 'waiting' } & RetryState)
  | { readonly phase: 'refused'; readonly refusal: Refusal };

interface RetryState {
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
export const MIN_RETRY_MS = 500;
/** Longest wait: a person watches the map, so never far from trying again. */
export const MAX_RETRY_MS = 20_000;
/** Waits are spread by this share of themselves, so that a thousand consoles do not come back in one instant. */
export const RETRY_JITTER = 0.5;
/** For the socket to open and the server to say welcome. */
export const HANDSHAKE_TIMEOUT_MS = 10_000;
/** The server beats each 10 s: two beats missed and some seconds of a slow line. */
export const INACTIVITY_TIMEOUT_MS = 25_000;
/** Failures in a row (about 4 s) after which polling starts. */
export const POLL_AFTER_FAILURES = 3;

export const INITIAL_STATE: LiveState = { phase: 'idle' };

export interface Transition {
  readonly state: LiveState;
  readonly actions: readonly LiveAction[];
}

/** @param random in 0..1, from outside: spreads the waits. */
export function transition(state: LiveState, event: LiveEvent, random: number): Transition {
  switch (event.type) {
    case 'start':
      return state.phase === 'idle' || state.phase === 'refused'
        ? startConnecting({ failures: 0, polling: false }, [])
        : keepState(state);
    case 'stop':
      return state.phase === 'idle' ? keepState(state) : endConnection(state, { phase: 'idle' });
    case 'online':
      return state.phase === 'waiting'
        ? startConnecting(state, [{ type: 'timer', ms: null }])
        : keepState(state);
    case 'refused':
      return handleRefusal(state, event.refusal, random);
    case 'opened':
      return state.phase === 'connecting'
        ? { state, actions: [{ type: 'hello' }, { type: 'timer', ms: HANDSHAKE_TIMEOUT_MS }] }
        : keepState(state);
    case 'welcomed':
      return state.phase === 'connecting'
        ? {
            state: { ...state, phase: 'catching-up' },
            actions: [{ type: 'timer', ms: INACTIVITY_TIMEOUT_MS }, { type: 'reload' }],
          }
        : restartInactivityTimer(state);
    case 'present':
      return state.phase === 'catching-up' ? becomeLive(state) : restartInactivityTimer(state);
    case 'heard':
      return restartInactivityTimer(state);
    case 'closed':
      return isConnected(state) ? scheduleRetry(state, random, []) : keepState(state);
    case 'elapsed':
      if (state.phase === 'waiting') return startConnecting(state, []);
      return isConnected(state) ? scheduleRetry(state, random, [{ type: 'close' }]) : keepState(state);
  }
}

type Connected = Extract<LiveState, { phase: 'connecting' | 'catching-up' | 'live' }>;

function isConnected(state: LiveState): state is Connected {
  return state.phase === 'connecting' || state.phase === 'catching-up' || state.phase === 'live';
}

function keepState(state: LiveState): Transition {
  return { state, actions: [] };
}

function startConnecting(
  { failures, polling }: RetryState,
  actionsBefore: readonly LiveAction[],
): Transition {
  return {
    state: { phase: 'connecting', failures, polling },
    actions: [...actionsBefore, { type: 'open' }, { type: 'timer', ms: HANDSHAKE_TIMEOUT_MS }],
  };
}

function becomeLive(state: RetryState): Transition {
  const inactivityTimer: LiveAction = { type: 'timer', ms: INACTIVITY_TIMEOUT_MS };
  return {
    state: { phase: 'live' },
    actions: state.polling ? [{ type: 'stop-polling' }, inactivityTimer] : [inactivityTimer],
  };
}

function restartInactivityTimer(state: LiveState): Transition {
  const hasSession = state.phase === 'catching-up' || state.phase === 'live';
  return { state, actions: hasSession ? [{ type: 'timer', ms: INACTIVITY_TIMEOUT_MS }] : [] };
}

function scheduleRetry(state: Connected, random: number, actionsBefore: readonly LiveAction[]): Transition {
  const failures = state.phase === 'live' ? 1 : state.failures + 1;
  const wasPolling = state.phase !== 'live' && state.polling;
  const polling = wasPolling || failures >= POLL_AFTER_FAILURES;
  const actions: LiveAction[] = [...actionsBefore, { type: 'timer', ms: retryDelay(failures, random) }];
  if (polling && !wasPolling) actions.push({ type: 'start-polling' });
  return { state: { phase: 'waiting', failures, polling }, actions };
}

/** Milliseconds before attempt number `failures + 1`: doubled each time, up to the longest, and spread. */
export function retryDelay(failures: number, random: number): number {
  const baseDelay = Math.min(MIN_RETRY_MS * 2 ** (failures - 1), MAX_RETRY_MS);
  return Math.round(baseDelay * (1 - RETRY_JITTER * random));
}

function handleRefusal(state: LiveState, refusal: Refusal, random: number): Transition {
  if (state.phase === 'idle' || state.phase === 'refused') return keepState(state);
  switch (refusal) {
    case 'session-gone':
    case 'origin-refused':
    case 'message-malformed':
      return endConnection(state, { phase: 'refused', refusal });
    case 'cursor-unknown': {
      if (state.phase === 'waiting') return keepState(state);
      const retryState = state.phase === 'live' ? { failures: 0, polling: false } : state;
      // Counted as a failure when it comes twice in a row: a server that refuses null as well must not be hammered.
      if (retryState.failures > 0)
        return scheduleRetry(state, random, [{ type: 'close' }, { type: 'forget-cursor' }]);
      return startConnecting({ ...retryState, failures: 1 }, [{ type: 'close' }, { type: 'forget-cursor' }]);
    }
    case 'too-many-sockets':
    case 'hello-late':
    case 'connect-again':
      if (state.phase === 'waiting') return keepState(state);
      return scheduleRetry(state, random, [{ type: 'close' }]);
  }
}

function endConnection(state: LiveState, nextState: LiveState): Transition {
  const actions: LiveAction[] = [{ type: 'timer', ms: null }];
  if (isConnected(state)) actions.push({ type: 'close' });
  if ('polling' in state && state.polling) actions.push({ type: 'stop-polling' });
  return { state: nextState, actions };
}
