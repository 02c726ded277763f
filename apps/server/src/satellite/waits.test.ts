import {
  ALL_MESSAGE_GATEWAYS,
  SATELLITE_NETWORKS,
  type TerminalGateway,
} from '@wakeline/domain/satellite/networks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../db/database.ts';
import { accountScope } from '../identity/scope.ts';
import { createTestDatabase, type TestDatabase } from '../testing/postgres.ts';
import { storeMachine } from './edges/beidou-machine/store-machine.ts';
import { pauseLane } from './lanes.ts';
import { storeMessageToTerminal } from './message-to-terminal.ts';
import { recordOutcome } from './part-states.ts';
import { readSendLimits } from './send-limits.ts';
import { storeBeidouTerminal } from './testing/store-terminal.ts';
import { withWaits } from './waits.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const at = (seconds: number) => new Date(NOW + seconds * 1_000);

let testDatabase: TestDatabase;
let database: Database;
let accountId = 0;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect(testDatabase.url, 2);
  const account = await database.db
    .insertInto('account')
    .values({ name: 'harbour', device_password: '123456' })
    .returning('account_id')
    .executeTakeFirstOrThrow();
  accountId = account.account_id;
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
afterEach(async () => {
  for (const table of [
    'satellite_message',
    'communication_account',
    'satellite_lane',
    'satellite_machine',
  ] as const)
    await database.db.deleteFrom(table).execute();
});

/** Stores a text to a new terminal with this card; returns the id of the message. */
async function store(card: string, gateway: TerminalGateway, texts = ['text']): Promise<number[]> {
  const of = { accountId, card, frequency: 60, gateway, now: NOW };
  const terminal = await storeBeidouTerminal(database.db, of);
  const ids: number[] = [];
  for (const content of texts) {
    const message = { type: 'system-to-terminal', sender: 'ada', content, urgent: false, now: NOW } as const;
    const gateways = new Set(ALL_MESSAGE_GATEWAYS);
    ids.push(
      await database.db
        .transaction()
        .execute((tx) => storeMessageToTerminal(tx, gateways, terminal, message)),
    );
  }
  return ids;
}

const pause = (lane: string, seconds: number) =>
  database.db.transaction().execute((tx) => pauseLane(tx, lane, at(seconds).getTime()));

const machineIs = (condition: 'ready' | 'silent', now = NOW) => {
  const card = {
    type: 'card' as const,
    card: '0524069',
    serial: null,
    broadcast: null,
    kind: 0,
    frequency: 30,
    level: 3,
    encrypted: false,
    subordinates: 0,
    global: null,
  };
  const state = { condition, detail: '', card, subordinates: [] };
  return database.db.transaction().execute((tx) => storeMachine(tx, 'beidou-machine', state, now));
};

async function readWaits(ids: readonly number[]) {
  const rows = await database.db
    .selectFrom('satellite_message')
    .where('message_id', 'in', ids)
    .select(['message_id', 'state', 'reason'])
    .orderBy('message_id')
    .execute();
  return (await withWaits(database.db, rows, NOW)).map(({ reason, earliest_at }) => [reason, earliest_at]);
}

test('gives no reason for the next message of a lane that does not pause', async () => {
  expect(await readWaits(await store('4207733', 'beidou-operator'))).toEqual([[null, null]]);
});

test('gives the service frequency for messages behind the pause of their lane, with their turn', async () => {
  const ids = await store('4207733', 'beidou-operator', ['one', 'two', 'three']);
  const others = await store('4207734', 'beidou-operator');
  // Before the first is sent, those after it wait for its pause.
  expect(await readWaits(ids)).toEqual([
    [null, null],
    ['frequency', at(60)],
    ['frequency', at(120)],
  ]);
  await pause('beidou-operator 4207733', 45);
  expect(await readWaits(ids)).toEqual([
    ['frequency', at(45)],
    ['frequency', at(105)],
    ['frequency', at(165)],
  ]);
  expect(await readWaits(others)).toEqual([[null, null]]);
});

test('gives the missing connection of a command machine, and no time', async () => {
  const ids = await store('4207733', 'beidou-machine');
  expect(await readWaits(ids)).toEqual([['offline', null]]);
  await machineIs('silent');
  await pause('beidou-machine', 45);
  expect(await readWaits(ids)).toEqual([['offline', null]]);
  await machineIs('ready');
  expect(await readWaits(ids)).toEqual([['frequency', at(45)]]);
});

test('shows in the limits of sending whether the command machine is connected', async () => {
  await store('4207733', 'beidou-machine');
  await store('4207734', 'beidou-operator');
  const terminals = await database.db
    .selectFrom('communication_account')
    .select('communication_account_id as id')
    .execute();
  const connected = async () => {
    const visibility = { ...accountScope(accountId), networks: SATELLITE_NETWORKS };
    const request = { bdUserIds: terminals.map(({ id }) => id), now: NOW };
    const limits = await readSendLimits(database.db, visibility, new Set(ALL_MESSAGE_GATEWAYS), request);
    return limits.map(({ gateway, isConnected }) => [gateway, isConnected]);
  };
  const operator = ['beidou-operator', true];
  expect(await connected()).toEqual([['beidou-machine', false], operator]);
  await machineIs('silent');
  expect(await connected()).toEqual([['beidou-machine', false], operator]);
  await machineIs('ready');
  expect(await connected()).toEqual([['beidou-machine', true], operator]);
});

test('counts the pause that the command machine names for all of its terminals', async () => {
  await machineIs('ready');
  const ids = [...(await store('4207733', 'beidou-machine')), ...(await store('4207734', 'beidou-machine'))];
  expect(await readWaits(ids)).toEqual([
    [null, null],
    ['frequency', at(30)],
  ]);
});

test('keeps what the gateway said until the message is due again', async () => {
  const [messageId = 0] = await store('4207733', 'beidou-operator');
  const { part_id: partId } = await database.db
    .selectFrom('satellite_part')
    .where('message_id', '=', messageId)
    .select('part_id')
    .executeTakeFirstOrThrow();
  const wait = (seconds: number) =>
    database.db.transaction().execute((tx) =>
      recordOutcome(
        tx,
        { partId, attempt: null },
        {
          outcome: { state: 'waiting', at: NOW, reason: 'busy', notBefore: at(seconds).getTime() },
          nextAt: at(seconds).getTime(),
          detail: '',
        },
      ),
    );
  await wait(15);
  expect(await readWaits([messageId])).toEqual([['busy', at(15)]]);
  await wait(-1);
  expect(await readWaits([messageId])).toEqual([[null, null]]);
});

test('gives the start of the next month for a message over the quota', async () => {
  await database.db
    .insertInto('satellite_setting')
    .values({ account_id: accountId, convention: null, monthly_quota: 0 })
    .execute();
  try {
    // Midnight of 1 July in the time zone of the account, China Standard Time.
    expect(await readWaits(await store('4207733', 'beidou-machine'))).toEqual([
      ['quota', new Date('2026-06-30T16:00:00Z')],
    ]);
  } finally {
    await database.db.deleteFrom('satellite_setting').execute();
  }
});

test('leaves messages alone that do not wait', async () => {
  const [messageId = 0] = await store('4207733', 'beidou-machine');
  await database.db.updateTable('satellite_message').set({ state: 'failed', reason: 'loop' }).execute();
  expect(await readWaits([messageId])).toEqual([['loop', null]]);
});
