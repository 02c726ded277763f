import { ALL_MESSAGE_GATEWAYS, type MessageGateway } from '@wakeline/domain/satellite/networks';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type Database } from '../../db/database.ts';
import { type EventSubscription, listen } from '../../db/notify.ts';
import { eventually } from '../../ingest/testing/eventually.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/postgres.ts';
import { TestClock } from '../../testing/test-clock.ts';
import { wakeLane } from '../lanes.ts';
import { storeMessageToTerminal } from '../message-to-terminal.ts';
import { recordEvidence } from '../record-evidence.ts';
import { storeBeidouTerminal } from '../testing/store-terminal.ts';
import type { ClaimedPart, Gateway, GatewayOutcome } from './gateway.ts';
import { startSatelliteQueue } from './worker.ts';

const START = Date.UTC(2026, 5, 1, 12);
const log = pino({ level: 'silent' });

let testDatabase: TestDatabase;
let database: Database;
let events: EventSubscription;
let accountId = 0;

let clock: TestClock;
let stop: () => Promise<void>;
/** What the gateway under test got, in order, and what it returns: the last outcome again and again. */
let sent: ClaimedPart[] = [];
let outcomes: GatewayOutcome[] = [];
let isReady = true;

const ACCEPTED: GatewayOutcome = { state: 'accepted', providerId: null, detail: '' };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 4);
  events = await listen(testDatabase.url, { onError: () => undefined });
  const account = await database.db
    .insertInto('account')
    .values({ name: 'harbour', device_password: '123456' })
    .returning('account_id')
    .executeTakeFirstOrThrow();
  accountId = account.account_id;
});
afterAll(async () => {
  await events.close();
  await database.close();
  await testDatabase.drop();
});

beforeEach(() => {
  clock = new TestClock(START);
  sent = [];
  outcomes = [ACCEPTED];
  isReady = true;
  const gateway: Gateway = {
    isReady: () => isReady,
    async send(part) {
      sent.push(part);
      return (outcomes.length > 1 ? outcomes.shift() : outcomes[0]) ?? ACCEPTED;
    },
    check: async () => ({ isWorking: true, detail: '' }),
  };
  const gateways = new Map<MessageGateway, Gateway>(ALL_MESSAGE_GATEWAYS.map((name) => [name, gateway]));
  stop = startSatelliteQueue({ db: database.db, clock, log, events, gateways });
});
afterEach(async () => {
  await stop();
  await database.db.deleteFrom('satellite_message').execute();
  await database.db.deleteFrom('communication_account').execute();
  await database.db.deleteFrom('satellite_lane').execute();
});

const createTerminal = (
  card: string,
  frequency: number | null,
  gateway: 'beidou-machine' | 'beidou-operator',
) => storeBeidouTerminal(database.db, { accountId, card, frequency, gateway, now: START });

type Terminal = Awaited<ReturnType<typeof createTerminal>>;

function store(terminal: Terminal, content: string, urgent = false): Promise<number> {
  return database.db.transaction().execute((tx) =>
    storeMessageToTerminal(tx, new Set(ALL_MESSAGE_GATEWAYS), terminal, {
      type: 'system-to-terminal',
      sender: 'ada',
      content,
      urgent,
      now: clock.now(),
    }),
  );
}

const stateOf = (messageId: number) =>
  database.db
    .selectFrom('satellite_message')
    .where('message_id', '=', messageId)
    .select(['state', 'reason'])
    .executeTakeFirstOrThrow();

async function reaches(messageId: number, state: string): Promise<void> {
  await eventually(
    `message ${messageId} is ${state}`,
    async () => (await stateOf(messageId)).state === state,
  );
}

let probes = 4_300_000;

/** Waits until the queue has looked again: a message of another lane was sent. */
async function look(): Promise<void> {
  probes += 1;
  const messageId = await store(await createTerminal(String(probes), null, 'beidou-operator'), 'probe');
  clock.advance(2_000);
  await eventually('the probe was sent', async () => (await stateOf(messageId)).state !== 'waiting');
  await eventually('its outcome is stored', async () => (await stateOf(messageId)).state !== 'submitted');
}

const texts = () => sent.flatMap(({ text }) => (text === 'probe' ? [] : [text]));

test('pauses the lane of a card for its service frequency', async () => {
  const terminal = await createTerminal('4207733', 60, 'beidou-operator');
  const first = await store(terminal, 'first');
  clock.advance(2_000);
  await reaches(first, 'accepted');
  const second = await store(terminal, 'second');
  clock.advance(50_000);
  await look();
  expect(texts()).toEqual(['first']);
  clock.advance(10_000);
  await reaches(second, 'accepted');
  expect(texts()).toEqual(['first', 'second']);
});

test('sends to all terminals of a command machine in one lane, which pauses as the machine says', async () => {
  outcomes = [{ state: 'sent', evidence: 'radio-feedback', providerId: null, detail: '', pauseMs: 30_000 }];
  const one = await createTerminal('4207733', 1, 'beidou-machine');
  const other = await createTerminal('4207734', 1, 'beidou-machine');
  const first = await store(one, 'first');
  const second = await store(other, 'second');
  clock.advance(2_000);
  await reaches(first, 'sent');
  expect(sent[0]?.lane).toBe('beidou-machine');
  clock.advance(27_000);
  await look();
  expect(texts()).toEqual(['first']);
  clock.advance(2_000);
  await reaches(second, 'sent');
});

test('sends urgent messages before those that wait longer', async () => {
  outcomes = [{ ...ACCEPTED, pauseMs: 10_000 }];
  isReady = false;
  const terminal = await createTerminal('4207733', null, 'beidou-machine');
  await store(terminal, 'first');
  const urgent = await store(terminal, 'urgent', true);
  isReady = true;
  clock.advance(2_000);
  await reaches(urgent, 'accepted');
  expect(texts()).toEqual(['urgent']);
});

test('holds the whole lane when the machine says that it is too early', async () => {
  outcomes = [{ state: 'waiting', reason: 'frequency', detail: 'too early', waitMs: 25_000 }, ACCEPTED];
  const terminal = await createTerminal('4207733', null, 'beidou-machine');
  const first = await store(terminal, 'first');
  clock.advance(2_000);
  await eventually('it waits', async () => (await stateOf(first)).reason === 'frequency');
  const second = await store(terminal, 'second');
  clock.advance(22_000);
  await look();
  expect(texts()).toEqual(['first']);
  clock.advance(3_000);
  await reaches(first, 'accepted');
  await reaches(second, 'accepted');
  expect(texts()).toEqual(['first', 'first', 'second']);
});

test('leaves parts to the server that has the connection, and sends them when it comes up', async () => {
  isReady = false;
  const terminal = await createTerminal('4207733', null, 'beidou-machine');
  const messageId = await store(terminal, 'first');
  clock.advance(10_000);
  isReady = true;
  clock.advance(2_000);
  await reaches(messageId, 'accepted');
  expect(sent.map(({ attempt }) => attempt)).toEqual([1]);
});

test('makes what waits for a connection due when it comes up', async () => {
  outcomes = [{ state: 'waiting', reason: 'offline', detail: '' }, ACCEPTED];
  const terminal = await createTerminal('4207733', null, 'beidou-machine');
  const messageId = await store(terminal, 'first');
  clock.advance(2_000);
  await eventually('it waits', async () => (await stateOf(messageId)).reason === 'offline');
  await database.db.transaction().execute((tx) => wakeLane(tx, 'beidou-machine', clock.now()));
  await reaches(messageId, 'accepted');
});

test('does not send the rest of a text of which a part failed', async () => {
  outcomes = [{ state: 'failed', reason: 'radio-failed', detail: 'failed' }, ACCEPTED];
  const terminal = await createTerminal('4207733', null, 'beidou-machine');
  const messageId = await store(terminal, '字'.repeat(60));
  clock.advance(2_000);
  await reaches(messageId, 'failed');
  const parts = await database.db
    .selectFrom('satellite_part')
    .where('message_id', '=', messageId)
    .select(['state', 'reason'])
    .orderBy('number')
    .execute();
  expect(parts.length).toBeGreaterThan(1);
  expect(new Set(parts.map(({ state, reason }) => `${state} ${reason}`))).toEqual(
    new Set(['failed radio-failed']),
  );
  expect(sent.length).toBe(1);
});

test('stores later evidence once, by the id of the gateway', async () => {
  outcomes = [{ ...ACCEPTED, providerId: 'data-1' }];
  const terminal = await createTerminal('4207733', null, 'beidou-operator');
  const messageId = await store(terminal, 'first');
  clock.advance(2_000);
  await reaches(messageId, 'accepted');
  const receipt = (providerId: string) =>
    database.db.transaction().execute((tx) =>
      recordEvidence(tx, {
        gateway: 'beidou-operator',
        providerId,
        outcome: { state: 'delivered', at: clock.now(), evidence: 'receipt' },
        detail: 'flag 2',
      }),
    );
  expect(await receipt('data-2')).toBe(false);
  expect(await receipt('data-1')).toBe(true);
  expect(await receipt('data-1')).toBe(false);
  expect((await stateOf(messageId)).state).toBe('delivered');
});
