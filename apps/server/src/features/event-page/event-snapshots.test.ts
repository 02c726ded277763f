import type { KyselyPlugin } from 'kysely';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type EventSubscription, listen, sendEvent } from '../../db/notify.ts';
import { postgresPositions } from '../../positions/postgres/postgres-positions.ts';
import { createRaceBoards, type RaceBoards } from '../../races/race-boards.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';
import { EventSnapshots } from './event-snapshots.ts';

let world: World;
let ada: Person;
let events: EventSubscription;
let matchId: number;
let code: string;
let boards: RaceBoards;
let snapshots: EventSnapshots;
/** Boards that were read. */
let reads = 0;
/** Matches that were read to open a page. */
let openings = 0;
/** What a read of a match waits for, after the database has responded. */
let gate: Promise<void> | null = null;

/** Holds results that the database has returned already. */
const holdResults: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  async transformResult({ result }) {
    openings += 1;
    await gate;
    return result;
  },
};

beforeAll(async () => {
  world = await startWorld();
  const { clock, database, testDatabase } = world;
  ada = await (await world.account('harbour')).person('ada');
  const startTime = clock.now() - 1_000_000;
  ({ matchId } = await ada.call('createMatch', {
    ...{ matchName: 'Shore run', startTime, endTime: startTime + 4_600_000 },
  }));
  await ada.call('editMatchStatus', { matchId, state: 'open' });
  ({ code } = await ada.call('queryMatchDetail', { matchId }));
  const { db } = database;
  events = await listen(testDatabase.url, {
    onError: (error) => {
      throw error;
    },
  });
  boards = createRaceBoards({
    db,
    positions: postgresPositions,
    events,
    clock,
    log: pino({ level: 'silent' }),
  });
  const counted: RaceBoards = {
    ...boards,
    read: (...args) => {
      reads += 1;
      return boards.read(...args);
    },
  };
  snapshots = new EventSnapshots({
    db: db.withPlugin(holdResults),
    ...{ events, clock, boards: counted, readVideo: async () => null },
  });
});
afterEach(() => {
  gate = null;
});
afterAll(async () => {
  snapshots.close();
  boards.close();
  await events.close();
  await world.stop();
});

test.each(['snapshot', 'splits', 'tails'] as const)(
  'makes %s once for all who request it at once',
  async (part) => {
    const page = await snapshots.open(code);
    const request = () => (part === 'snapshot' ? page.snapshot(null) : page[part]());
    reads = 0;
    const all = await Promise.all(Array.from({ length: 50 }, request));
    expect(new Set(all).size).toBe(1);
    expect(reads).toBe(1);
    expect(await request()).toBe(all[0]);
    world.clock.advance(3_000);
    await Promise.all([request(), request()]);
    await expect.poll(() => reads).toBe(2);
  },
);

test('a page that was opened is known until its match changes', async () => {
  expect(snapshots.known('AAECAwQFBgcICQoL')).toBeNull();
  const page = await snapshots.open(code);
  expect(snapshots.known(code)).toBe(page);
  const renewed = await ada.call('renewMatchCode', { matchId });
  await expect.poll(() => snapshots.known(code)).toBeNull();
  await expect(snapshots.open(code)).rejects.toMatchObject({ errorName: 'event-unknown' });
  expect((await snapshots.open(renewed.code)).matchId).toBe(matchId);
});

/** Of no match. */
let lastId = 2_000_000_000;

/** Resolves when all changes so far have been received: events arrive in the order of their commits. */
async function changesReceived(): Promise<void> {
  lastId += 1;
  const matchId = lastId;
  const received = Promise.withResolvers<void>();
  const stop = events.on('match', (event) => {
    if (event.matchId === matchId) received.resolve();
  });
  const event = { type: 'match', accountId: ada.accountId, matchId } as const;
  await world.database.db.transaction().execute((tx) => sendEvent(tx, event));
  await received.promise;
  stop();
}

/** Requests a page whose read is held until `release`, when the database has responded. */
async function openSlowly(eventCode: string) {
  const held = Promise.withResolvers<void>();
  gate = held.promise;
  openings = 0;
  const opened = snapshots.open(eventCode);
  await expect.poll(() => openings).toBe(1);
  gate = null;
  return { opened, release: held.resolve };
}

async function createEvent(): Promise<{ readonly id: number; readonly eventCode: string }> {
  const startTime = world.clock.now();
  const created = await ada.call('createMatch', {
    ...{ matchName: 'Hill run', startTime, endTime: startTime + 3_600_000 },
  });
  const detail = await ada.call('queryMatchDetail', created);
  return { id: created.matchId, eventCode: detail.code };
}

test('reads a match once for all who open its page at once', async () => {
  const { id, eventCode } = await createEvent();
  await ada.call('editMatchStatus', { matchId: id, state: 'open' });
  await changesReceived();
  openings = 0;
  const pages = await Promise.all(Array.from({ length: 50 }, () => snapshots.open(eventCode)));
  expect(new Set(pages).size).toBe(1);
  expect(openings).toBe(1);
});

test('does not take what was read before a change for what is after it', async () => {
  const { id, eventCode } = await createEvent();
  await ada.call('editMatchStatus', { matchId: id, state: 'open' });
  await changesReceived();
  const { opened, release } = await openSlowly(eventCode);
  await ada.call('renewMatchCode', { matchId: id });
  await changesReceived();
  const after = snapshots.open(eventCode);
  await expect(after).rejects.toMatchObject({ errorName: 'event-unknown' });
  release();
  expect((await opened).matchId).toBe(id);
  expect(snapshots.known(eventCode)).toBeNull();
});

test('keeps a page that was opened while an earlier read found none', async () => {
  const { id, eventCode } = await createEvent();
  const { opened, release } = await openSlowly(eventCode);
  await ada.call('editMatchStatus', { matchId: id, state: 'open' });
  await changesReceived();
  const page = await snapshots.open(eventCode);
  release();
  await expect(opened).rejects.toMatchObject({ errorName: 'event-unknown' });
  expect(snapshots.known(eventCode)).toBe(page);
});
