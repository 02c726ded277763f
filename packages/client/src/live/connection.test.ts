import { REFUSALS } from '@wakeline/contract/live/messages';
import { expect, test } from 'vitest';
import {
  HANDSHAKE_TIMEOUT_MS,
  INACTIVITY_TIMEOUT_MS,
  INITIAL_STATE,
  type LiveAction,
  type LiveEvent,
  type LivePhase,
  type LiveState,
  MAX_RETRY_MS,
  MIN_RETRY_MS,
  POLL_AFTER_FAILURES,
  RETRY_JITTER,
  retryDelay,
  transition,
} from './connection.ts';

type EventType = LiveEvent['type'];

/** One example state of each phase. */
const STATES: Readonly<Record<LivePhase, LiveState>> = {
  idle: INITIAL_STATE,
  connecting: { phase: 'connecting', failures: 1, polling: false },
  'catching-up': { phase: 'catching-up', failures: 1, polling: false },
  live: { phase: 'live' },
  waiting: { phase: 'waiting', failures: 1, polling: false },
  refused: { phase: 'refused', refusal: 'session-gone' },
};

const EVENTS: Readonly<Record<EventType, LiveEvent>> = {
  start: { type: 'start' },
  stop: { type: 'stop' },
  opened: { type: 'opened' },
  closed: { type: 'closed' },
  welcomed: { type: 'welcomed' },
  'caught-up': { type: 'caught-up' },
  received: { type: 'received' },
  refused: { type: 'refused', refusal: 'session-gone' },
  elapsed: { type: 'elapsed' },
  online: { type: 'online' },
};

/** The phase after the event, and the actions in order; `timer` with what it waits for. */
type Row = readonly [LivePhase, ...string[]];
const UNCHANGED = {
  idle: ['idle'],
  connecting: ['connecting'],
  'catching-up': ['catching-up'],
  live: ['live'],
  waiting: ['waiting'],
  refused: ['refused'],
} as const satisfies Record<LivePhase, Row>;

/** The transition of every state for every event: a missing pair does not compile. */
const TRANSITIONS: Readonly<Record<LivePhase, Readonly<Record<EventType, Row>>>> = {
  idle: {
    start: ['connecting', 'open', 'timer handshake'],
    stop: UNCHANGED.idle,
    opened: UNCHANGED.idle,
    closed: UNCHANGED.idle,
    welcomed: UNCHANGED.idle,
    'caught-up': UNCHANGED.idle,
    received: UNCHANGED.idle,
    refused: UNCHANGED.idle,
    elapsed: UNCHANGED.idle,
    online: UNCHANGED.idle,
  },
  connecting: {
    start: UNCHANGED.connecting,
    stop: ['idle', 'timer none', 'close'],
    opened: ['connecting', 'hello', 'timer handshake'],
    closed: ['waiting', 'timer retry'],
    welcomed: ['catching-up', 'timer inactivity', 'reload'],
    'caught-up': UNCHANGED.connecting,
    received: UNCHANGED.connecting,
    refused: ['refused', 'timer none', 'close'],
    elapsed: ['waiting', 'close', 'timer retry'],
    online: UNCHANGED.connecting,
  },
  'catching-up': {
    start: UNCHANGED['catching-up'],
    stop: ['idle', 'timer none', 'close'],
    opened: UNCHANGED['catching-up'],
    closed: ['waiting', 'timer retry'],
    welcomed: ['catching-up', 'timer inactivity'],
    'caught-up': ['live', 'timer inactivity'],
    received: ['catching-up', 'timer inactivity'],
    refused: ['refused', 'timer none', 'close'],
    elapsed: ['waiting', 'close', 'timer retry'],
    online: UNCHANGED['catching-up'],
  },
  live: {
    start: UNCHANGED.live,
    stop: ['idle', 'timer none', 'close'],
    opened: UNCHANGED.live,
    closed: ['waiting', 'timer retry'],
    welcomed: ['live', 'timer inactivity'],
    'caught-up': ['live', 'timer inactivity'],
    received: ['live', 'timer inactivity'],
    refused: ['refused', 'timer none', 'close'],
    elapsed: ['waiting', 'close', 'timer retry'],
    online: UNCHANGED.live,
  },
  waiting: {
    start: UNCHANGED.waiting,
    stop: ['idle', 'timer none'],
    opened: UNCHANGED.waiting,
    closed: UNCHANGED.waiting,
    welcomed: UNCHANGED.waiting,
    'caught-up': UNCHANGED.waiting,
    received: UNCHANGED.waiting,
    // A poll found that the session has expired.
    refused: ['refused', 'timer none'],
    elapsed: ['connecting', 'open', 'timer handshake'],
    online: ['connecting', 'timer none', 'open', 'timer handshake'],
  },
  refused: {
    start: ['connecting', 'open', 'timer handshake'],
    stop: ['idle', 'timer none'],
    opened: UNCHANGED.refused,
    closed: UNCHANGED.refused,
    welcomed: UNCHANGED.refused,
    'caught-up': UNCHANGED.refused,
    received: UNCHANGED.refused,
    refused: UNCHANGED.refused,
    elapsed: UNCHANGED.refused,
    online: UNCHANGED.refused,
  },
};

function describeAction(action: LiveAction): string {
  if (action.type !== 'timer') return action.type;
  if (action.ms === null) return 'timer none';
  if (action.ms === HANDSHAKE_TIMEOUT_MS) return 'timer handshake';
  return action.ms === INACTIVITY_TIMEOUT_MS ? 'timer inactivity' : 'timer retry';
}

const PAIRS = (Object.keys(STATES) as LivePhase[]).flatMap((phase) =>
  (Object.keys(EVENTS) as EventType[]).map((type) => [phase, type] as const),
);

test.each(PAIRS)('%s handles %s', (phase, type) => {
  const { state, actions } = transition(STATES[phase], EVENTS[type], 0);
  expect([state.phase, ...actions.map(describeAction)]).toEqual(TRANSITIONS[phase][type]);
});

test('doubles the retry delay up to the maximum, with jitter', () => {
  expect([1, 2, 3, 4].map((failures) => retryDelay(failures, 0))).toEqual([500, 1000, 2000, 4000]);
  expect(retryDelay(1, 1)).toBe(MIN_RETRY_MS * (1 - RETRY_JITTER));
  expect(retryDelay(50, 0)).toBe(MAX_RETRY_MS);
});

/** The state after these events, and all their actions. */
function runEvents(...events: LiveEvent[]): { state: LiveState; actions: string[] } {
  let state = INITIAL_STATE;
  const actions: string[] = [];
  for (const event of events) {
    const next = transition(state, event, 0);
    state = next.state;
    actions.push(...next.actions.map(describeAction));
  }
  return { state, actions };
}

const CONNECTION_FAILURE: readonly LiveEvent[] = [EVENTS.closed, EVENTS.elapsed];
const BECOMES_LIVE: readonly LiveEvent[] = [EVENTS.opened, EVENTS.welcomed, EVENTS['caught-up']];

test('starts polling once after several consecutive failures, and stops when a socket is live', () => {
  const failures = Array.from({ length: POLL_AFTER_FAILURES + 2 }, () => CONNECTION_FAILURE).flat();
  const afterFailures = runEvents(EVENTS.start, ...failures);
  expect(afterFailures.state).toMatchObject({ phase: 'connecting', polling: true });
  expect(afterFailures.actions.filter((action) => action === 'start-polling')).toHaveLength(1);

  const afterRecovery = runEvents(EVENTS.start, ...failures, ...BECOMES_LIVE);
  expect(afterRecovery.state).toEqual({ phase: 'live' });
  expect(afterRecovery.actions.filter((action) => action === 'stop-polling')).toHaveLength(1);

  const afterStop = runEvents(EVENTS.start, ...failures, EVENTS.stop);
  expect(afterStop.actions.at(-1)).toBe('stop-polling');
});

test('resets the failure count after a live connection', () => {
  const { state } = runEvents(
    EVENTS.start,
    ...CONNECTION_FAILURE,
    ...CONNECTION_FAILURE,
    ...BECOMES_LIVE,
    EVENTS.closed,
  );
  expect(state).toEqual({ phase: 'waiting', failures: 1, polling: false });
});

test('clears an unknown cursor and reconnects immediately, the second time in a row after a delay', () => {
  const cursorUnknown: LiveEvent = { type: 'refused', refusal: 'cursor-unknown' };
  const afterFirst = runEvents(EVENTS.start, EVENTS.opened, cursorUnknown);
  expect(afterFirst.state).toMatchObject({ phase: 'connecting', failures: 1 });
  expect(afterFirst.actions.slice(-4)).toEqual(['close', 'clear-cursor', 'open', 'timer handshake']);
  const afterSecond = runEvents(EVENTS.start, EVENTS.opened, cursorUnknown, EVENTS.opened, cursorUnknown);
  expect(afterSecond.state).toMatchObject({ phase: 'waiting', failures: 2 });
});

test('stops on refusals that a retry cannot resolve, and waits on the others', () => {
  const phases = REFUSALS.map((refusal) => [
    refusal,
    transition(STATES.live, { type: 'refused', refusal }, 0).state.phase,
  ]);
  expect(Object.fromEntries(phases)).toEqual({
    'session-gone': 'refused',
    'origin-refused': 'refused',
    'message-malformed': 'refused',
    'cursor-unknown': 'connecting',
    'too-many-sockets': 'waiting',
    'too-many-consoles': 'waiting',
    'hello-late': 'waiting',
    'connect-again': 'waiting',
  });
});

test('waits without polling while the account has too many consoles', () => {
  const tooMany: LiveEvent = { type: 'refused', refusal: 'too-many-consoles' };
  const events = [
    EVENTS.start,
    EVENTS.opened,
    tooMany,
    EVENTS.elapsed,
    EVENTS.opened,
    tooMany,
    EVENTS.elapsed,
  ];
  const { state, actions } = runEvents(...events, EVENTS.opened, tooMany);
  expect(state).toEqual({ phase: 'waiting', failures: 3, polling: false, refusal: 'too-many-consoles' });
  expect(actions).not.toContain('start-polling');
  const polling: LiveState = { phase: 'connecting', failures: 4, polling: true };
  expect(transition(polling, tooMany, 0).actions).toContainEqual({ type: 'stop-polling' });
});
