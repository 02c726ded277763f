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

/** One state of each phase, in the middle of things. */
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
  present: { type: 'present' },
  heard: { type: 'heard' },
  refused: { type: 'refused', refusal: 'session-gone' },
  elapsed: { type: 'elapsed' },
  online: { type: 'online' },
};

/** The phase after, and the actions in order; `timer` with what it waits for. */
type Row = readonly [LivePhase, ...string[]];
const UNCHANGED = {
  idle: ['idle'],
  connecting: ['connecting'],
  'catching-up': ['catching-up'],
  live: ['live'],
  waiting: ['waiting'],
  refused: ['refused'],
} as const satisfies Record<LivePhase, Row>;

/** Every state's answer to every event: a pair that is missing does not compile. */
const TRANSITIONS: Readonly<Record<LivePhase, Readonly<Record<EventType, Row>>>> = {
  idle: {
    start: ['connecting', 'open', 'timer handshake'],
    stop: UNCHANGED.idle,
    opened: UNCHANGED.idle,
    closed: UNCHANGED.idle,
    welcomed: UNCHANGED.idle,
    present: UNCHANGED.idle,
    heard: UNCHANGED.idle,
    refused: UNCHANGED.idle,
    elapsed: UNCHANGED.idle,
    online: UNCHANGED.idle,
  },
  connecting: {
    start: UNCHANGED.connecting,
    stop: ['idle', 'timer none', 'close'],
    opened: ['connecting', 'hello', 'timer handshake'],
    closed: ['waiting', 'timer retry'],
    welcomed: ['catching-up', 'timer silence', 'reload'],
    present: UNCHANGED.connecting,
    heard: UNCHANGED.connecting,
    refused: ['refused', 'timer none', 'close'],
    elapsed: ['waiting', 'close', 'timer retry'],
    online: UNCHANGED.connecting,
  },
  'catching-up': {
    start: UNCHANGED['catching-up'],
    stop: ['idle', 'timer none', 'close'],
    opened: UNCHANGED['catching-up'],
    closed: ['waiting', 'timer retry'],
    welcomed: ['catching-up', 'timer silence'],
    present: ['live', 'timer silence'],
    heard: ['catching-up', 'timer silence'],
    refused: ['refused', 'timer none', 'close'],
    elapsed: ['waiting', 'close', 'timer retry'],
    online: UNCHANGED['catching-up'],
  },
  live: {
    start: UNCHANGED.live,
    stop: ['idle', 'timer none', 'close'],
    opened: UNCHANGED.live,
    closed: ['waiting', 'timer retry'],
    welcomed: ['live', 'timer silence'],
    present: ['live', 'timer silence'],
    heard: ['live', 'timer silence'],
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
    present: UNCHANGED.waiting,
    heard: UNCHANGED.waiting,
    // A poll found the session gone.
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
    present: UNCHANGED.refused,
    heard: UNCHANGED.refused,
    refused: UNCHANGED.refused,
    elapsed: UNCHANGED.refused,
    online: UNCHANGED.refused,
  },
};

function describeAction(action: LiveAction): string {
  if (action.type !== 'timer') return action.type;
  if (action.ms === null) return 'timer none';
  if (action.ms === HANDSHAKE_TIMEOUT_MS) return 'timer handshake';
  return action.ms === INACTIVITY_TIMEOUT_MS ? 'timer silence' : 'timer retry';
}

const PAIRS = (Object.keys(STATES) as LivePhase[]).flatMap((phase) =>
  (Object.keys(EVENTS) as EventType[]).map((type) => [phase, type] as const),
);

test.each(PAIRS)('%s answers %s', (phase, type) => {
  const { state, actions } = transition(STATES[phase], EVENTS[type], 0);
  expect([state.phase, ...actions.map(describeAction)]).toEqual(TRANSITIONS[phase][type]);
});

test('waits double up to the longest, and are spread', () => {
  expect([1, 2, 3, 4].map((failures) => retryDelay(failures, 0))).toEqual([500, 1000, 2000, 4000]);
  expect(retryDelay(1, 1)).toBe(MIN_RETRY_MS * (1 - RETRY_JITTER));
  expect(retryDelay(50, 0)).toBe(MAX_RETRY_MS);
});

/** The state after these events, and all that was to be done on the way. */
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
const BECOMES_LIVE: readonly LiveEvent[] = [EVENTS.opened, EVENTS.welcomed, EVENTS.present];

test('polling starts after some failures in a row, once, and ends when a socket is live', () => {
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

test('a connection that was live starts its count anew', () => {
  const { state } = runEvents(
    EVENTS.start,
    ...CONNECTION_FAILURE,
    ...CONNECTION_FAILURE,
    ...BECOMES_LIVE,
    EVENTS.closed,
  );
  expect(state).toEqual({ phase: 'waiting', failures: 1, polling: false });
});

test('an unknown cursor is dropped and the socket opened again at once; the second time in a row it waits', () => {
  const cursorUnknown: LiveEvent = { type: 'refused', refusal: 'cursor-unknown' };
  const afterFirst = runEvents(EVENTS.start, EVENTS.opened, cursorUnknown);
  expect(afterFirst.state).toMatchObject({ phase: 'connecting', failures: 1 });
  expect(afterFirst.actions.slice(-4)).toEqual(['close', 'forget-cursor', 'open', 'timer handshake']);
  const afterSecond = runEvents(EVENTS.start, EVENTS.opened, cursorUnknown, EVENTS.opened, cursorUnknown);
  expect(afterSecond.state).toMatchObject({ phase: 'waiting', failures: 2 });
});

test('what trying again cannot mend ends it; anything else waits', () => {
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
    'hello-late': 'waiting',
    'connect-again': 'waiting',
  });
});
