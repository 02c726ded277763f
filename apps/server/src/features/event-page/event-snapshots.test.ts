import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventSubscription, listen } from '../../db/notify.ts';
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
  boards = createRaceBoards({ db, events, clock, log: pino({ level: 'silent' }) });
  const counted: RaceBoards = {
    ...boards,
    read: (...args) => {
      reads += 1;
      return boards.read(...args);
    },
  };
  snapshots = new EventSnapshots({ db, events, clock, boards: counted, readVideo: async () => null });
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
