import { REFUSALS } from '@wakeline/contract/live/messages';
import { expect, test } from 'vitest';
import {
  FIRST_RETRY_MS,
  HANDSHAKE_MS,
  INITIAL,
  type LiveAction,
  type LiveEvent,
  type LivePhase,
  type LiveState,
  LONGEST_RETRY_MS,
  POLL_AFTER_FAILURES,
  RETRY_SPREAD,
  retryDelay,
  SILENCE_MS,
  step,
} from './connection.ts';

type EventType = LiveEvent['type'];

/** One state of each phase, in the middle of things. */
const STATES: Readonly<Record<LivePhase, LiveState>> = {
  idle: INITIAL,
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
const STAYS = {
  idle: ['idle'],
  connecting: ['connecting'],
  'catching-up': ['catching-up'],
  live: ['live'],
  waiting: ['waiting'],
  refused: ['refused'],
} as const satisfies Record<LivePhase, Row>;

/** Every state's answer to every event: a pair that is missing does not compile. */
const TABLE: Readonly<Record<LivePhase, Readonly<Record<EventType, Row>>>> = {
  idle: {
    start: ['connecting', 'open', 'timer handshake'],
    stop: STAYS.idle,
    opened: STAYS.idle,
    closed: STAYS.idle,
    welcomed: STAYS.idle,
    present: STAYS.idle,
    heard: STAYS.idle,
    refused: STAYS.idle,
    elapsed: STAYS.idle,
    online: STAYS.idle,
  },
  connecting: {
    start: STAYS.connecting,
    stop: ['idle', 'timer none', 'close'],
    opened: ['connecting', 'hello', 'timer handshake'],
    closed: ['waiting', 'timer retry'],
    welcomed: ['catching-up', 'timer silence', 'reload'],
    present: STAYS.connecting,
    heard: STAYS.connecting,
    refused: ['refused', 'timer none', 'close'],
    elapsed: ['waiting', 'close', 'timer retry'],
    online: STAYS.connecting,
  },
  'catching-up': {
    start: STAYS['catching-up'],
    stop: ['idle', 'timer none', 'close'],
    opened: STAYS['catching-up'],
    closed: ['waiting', 'timer retry'],
    welcomed: ['catching-up', 'timer silence'],
    present: ['live', 'timer silence'],
    heard: ['catching-up', 'timer silence'],
    refused: ['refused', 'timer none', 'close'],
    elapsed: ['waiting', 'close', 'timer retry'],
    online: STAYS['catching-up'],
  },
  live: {
    start: STAYS.live,
    stop: ['idle', 'timer none', 'close'],
    opened: STAYS.live,
    closed: ['waiting', 'timer retry'],
    welcomed: ['live', 'timer silence'],
    present: ['live', 'timer silence'],
    heard: ['live', 'timer silence'],
    refused: ['refused', 'timer none', 'close'],
    elapsed: ['waiting', 'close', 'timer retry'],
    online: STAYS.live,
  },
  waiting: {
    start: STAYS.waiting,
    stop: ['idle', 'timer none'],
    opened: STAYS.waiting,
    closed: STAYS.waiting,
    welcomed: STAYS.waiting,
    present: STAYS.waiting,
    heard: STAYS.waiting,
    // A poll found the session gone.
    refused: ['refused', 'timer none'],
    elapsed: ['connecting', 'open', 'timer handshake'],
    online: ['connecting', 'timer none', 'open', 'timer handshake'],
  },
  refused: {
    start: ['connecting', 'open', 'timer handshake'],
    stop: ['idle', 'timer none'],
    opened: STAYS.refused,
    closed: STAYS.refused,
    welcomed: STAYS.refused,
    present: STAYS.refused,
    heard: STAYS.refused,
    refused: STAYS.refused,
    elapsed: STAYS.refused,
    online: STAYS.refused,
  },
};

function describeAction(action: LiveAction): string {
  if (action.type !== 'timer') return action.type;
  if (action.ms === null) return 'timer none';
  if (action.ms === HANDSHAKE_MS) return 'timer handshake';
  return action.ms === SILENCE_MS ? 'timer silence' : 'timer retry';
}

const PAIRS = (Object.keys(STATES) as LivePhase[]).flatMap((phase) =>
  (Object.keys(EVENTS) as EventType[]).map((type) => [phase, type] as const),
);

test.each(PAIRS)('%s answers %s', (phase, type) => {
  const { state, actions } = step(STATES[phase], EVENTS[type], 0);
  expect([state.phase, ...actions.map(describeAction)]).toEqual(TABLE[phase][type]);
});

test('waits double up to the longest, and are spread', () => {
  expect([1, 2, 3, 4].map((failures) => retryDelay(failures, 0))).toEqual([500, 1000, 2000, 4000]);
  expect(retryDelay(1, 1)).toBe(FIRST_RETRY_MS * (1 - RETRY_SPREAD));
  expect(retryDelay(50, 0)).toBe(LONGEST_RETRY_MS);
});

/** The state after these events, and all that was to be done on the way. */
function after(...events: LiveEvent[]): { state: LiveState; actions: string[] } {
  let state = INITIAL;
  const actions: string[] = [];
  for (const event of events) {
    const next = step(state, event, 0);
    state = next.state;
    actions.push(...next.actions.map(describeAction));
  }
  return { state, actions };
}

const FAILS: readonly LiveEvent[] = [EVENTS.closed, EVENTS.elapsed];
const COMES_LIVE: readonly LiveEvent[] = [EVENTS.opened, EVENTS.welcomed, EVENTS.present];

test('polling starts after some failures in a row, once, and ends when a socket is live', () => {
  const failing = Array.from({ length: POLL_AFTER_FAILURES + 2 }, () => FAILS).flat();
  const blocked = after(EVENTS.start, ...failing);
  expect(blocked.state).toMatchObject({ phase: 'connecting', polling: true });
  expect(blocked.actions.filter((action) => action === 'start-polling')).toHaveLength(1);

  const back = after(EVENTS.start, ...failing, ...COMES_LIVE);
  expect(back.state).toEqual({ phase: 'live' });
  expect(back.actions.filter((action) => action === 'stop-polling')).toHaveLength(1);

  const stopped = after(EVENTS.start, ...failing, EVENTS.stop);
  expect(stopped.actions.at(-1)).toBe('stop-polling');
});

test('a connection that was live starts its count anew', () => {
  const { state } = after(EVENTS.start, ...FAILS, ...FAILS, ...COMES_LIVE, EVENTS.closed);
  expect(state).toEqual({ phase: 'waiting', failures: 1, polling: false });
});

test('an unknown cursor is dropped and the socket opened again at once; the second time in a row it waits', () => {
  const unknown: LiveEvent = { type: 'refused', refusal: 'cursor-unknown' };
  const first = after(EVENTS.start, EVENTS.opened, unknown);
  expect(first.state).toMatchObject({ phase: 'connecting', failures: 1 });
  expect(first.actions.slice(-4)).toEqual(['close', 'forget-cursor', 'open', 'timer handshake']);
  const second = after(EVENTS.start, EVENTS.opened, unknown, EVENTS.opened, unknown);
  expect(second.state).toMatchObject({ phase: 'waiting', failures: 2 });
});

test('what trying again cannot mend ends it; anything else waits', () => {
  const endings = REFUSALS.map((refusal) => [
    refusal,
    step(STATES.live, { type: 'refused', refusal }, 0).state.phase,
  ]);
  expect(Object.fromEntries(endings)).toEqual({
    'session-gone': 'refused',
    'origin-refused': 'refused',
    'message-malformed': 'refused',
    'cursor-unknown': 'connecting',
    'too-many-sockets': 'waiting',
    'hello-late': 'waiting',
    'connect-again': 'waiting',
  });
});
