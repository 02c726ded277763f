import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EventSubscription, listen } from '../db/notify.ts';
import { postgresPositions } from '../positions/postgres/postgres-positions.ts';
import { createEvent, type TestEvent } from '../testing/live-event.ts';
import { startWorld, type World } from '../testing/world.ts';
import { ProvisionalResults } from './provisional-results.ts';
import { createRaceBoards, type RaceBoards } from './race-boards.ts';

let world: World;
let events: EventSubscription;
let boards: RaceBoards;
let event: TestEvent;
let accountId: number;

beforeAll(async () => {
  world = await startWorld();
  ({ accountId } = await world.account('harbour'));
  event = await createEvent(world, accountId);
  events = await listen(world.testDatabase.url, {
    onError: (error) => {
      throw error;
    },
  });
  const { database, clock } = world;
  boards = createRaceBoards({
    db: database.db,
    positions: postgresPositions,
    events,
    clock,
    log: pino({ level: 'silent' }),
  });
});
afterAll(async () => {
  boards.close();
  await events.close();
  await world.stop();
});

test('evaluates a match once for all who request it within two seconds', async () => {
  let reads = 0;
  const counted: Pick<RaceBoards, 'read'> = {
    read: (...args) => {
      reads += 1;
      return boards.read(...args);
    },
  };
  const results = new ProvisionalResults(counted);
  const { matchId } = event;
  const now = world.clock.now();
  const request = (at: number) => results.read({ matchId, accountId }, at);
  const all = await Promise.all([...Array.from({ length: 20 }, () => request(now)), request(now + 1_999)]);
  expect(new Set(all).size).toBe(1);
  expect([...(all[0]?.keys() ?? [])].sort()).toEqual([...event.participantIds].sort());
  expect(reads).toBe(1);
  expect(await request(now + 2_000)).not.toBe(all[0]);
  expect(reads).toBe(2);
});

test('requests the results again after a failure', async () => {
  let isAway = true;
  const results = new ProvisionalResults({
    read: (...args) => (isAway ? Promise.reject(new Error('away')) : boards.read(...args)),
  });
  const request = () => results.read({ matchId: event.matchId, accountId }, world.clock.now());
  await expect(request()).rejects.toThrow('away');
  isAway = false;
  expect((await request()).size).toBe(2);
});
