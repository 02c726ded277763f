import type { Refusal } from '@wakeline/contract/live/messages';

/**
 * The state machine of a live connection, without side effects: `transition` takes an event and returns the new state
 * and the actions to run; `connect-live.ts` runs them. Every state handles every event; irrelevant events leave the
 * state unchanged.
 *
 *     idle -> connecting -> catching-up -> live
 *               ^   |             |          |
 *               |   +------> waiting <-------+        (the socket closed, or nothing was received for too long)
 *               +--------------+
 *     any -> refused                                  (retrying would not help)
 */
export type LiveState =
  | { readonly phase: 'idle' }
  | ({ readonly phase: 'connecting' } & RetryState)
  | ({ readonly phase: 'catching-up' } & RetryState)
  | { readonly phase: 'live' }
  /** `refusal`: why the server refused the last attempt, if the user can do something about it. */
  | ({ readonly phase: 'waiting'; readonly refusal?: Refusal } & RetryState)
  | { readonly phase: 'refused'; readonly refusal: Refusal };

interface RetryState {
  /** Consecutive attempts that did not reach `live`. */
  readonly failures: number;
  /** Sockets do not seem to work on this network: poll until one opens. */
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
  /** The server has sent all missed entries; what follows is live. */
  | { readonly type: 'caught-up' }
  /** Any other message from the server. */
  | { readonly type: 'received' }
  /** The server refused the socket, or a poll (`session-gone`). */
  | { readonly type: 'refused'; readonly refusal: Refusal }
  /** The timer of the last `timer` action expired. */
  | { readonly type: 'elapsed' }
  /** The network is back: retry immediately. */
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
  | { readonly type: 'clear-cursor' }
  /** Cached trackers and groups may be stale. */
  | { readonly type: 'reload' };

/** First delay: a broken connection often recovers within half a second. */
export const MIN_RETRY_MS = 500;
/** Maximum delay. Short, because a user is watching the map. */
export const MAX_RETRY_MS = 20_000;
/** Delays are randomized by this fraction, so that a thousand consoles do not reconnect at the same moment. */
export const RETRY_JITTER = 0.5;
/** Timeout for opening the socket, and for the server's `welcome`. */
export const HANDSHAKE_TIMEOUT_MS = 10_000;
/** The server sends a heartbeat every 10 s: two missed heartbeats plus some seconds for a slow connection. */
export const INACTIVITY_TIMEOUT_MS = 25_000;
/** Consecutive failures (about 4 s) after which polling starts. */
export const POLL_AFTER_FAILURES = 3;

export const INITIAL_STATE: LiveState = { phase: 'idle' };

export interface Transition {
  readonly state: LiveState;
  readonly actions: readonly LiveAction[];
}

/** @param random in 0..1: jitter of the retry delay. */
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
    case 'caught-up':
      return state.phase === 'catching-up' ? becomeLive(state) : restartInactivityTimer(state);
    case 'received':
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

/** Waits until another console is closed. Polling would circumvent the limit. */
function waitForConsole(state: Connected, refusal: Refusal, random: number): Transition {
  const failures = state.phase === 'live' ? 1 : state.failures + 1;
  const actions: LiveAction[] = [{ type: 'close' }, { type: 'timer', ms: retryDelay(failures, random) }];
  if (state.phase !== 'live' && state.polling) actions.push({ type: 'stop-polling' });
  return { state: { phase: 'waiting', failures, polling: false, refusal }, actions };
}

/** Milliseconds before attempt number `failures + 1`: exponential backoff up to the maximum, with jitter. */
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
      // The second time in a row it counts as a failure: if the server refuses null as well, retries must be delayed.
      if (retryState.failures > 0)
        return scheduleRetry(state, random, [{ type: 'close' }, { type: 'clear-cursor' }]);
      return startConnecting({ ...retryState, failures: 1 }, [{ type: 'close' }, { type: 'clear-cursor' }]);
    }
    case 'too-many-consoles':
      return state.phase === 'waiting' ? keepState(state) : waitForConsole(state, refusal, random);
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
