import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../db/database.ts';
import { PositionColumns } from '../positions/insert.ts';
import { postgresPositions } from '../positions/postgres/postgres-positions.ts';
import { MAX_NEW_FIXES } from '../positions/read-new-fixes.ts';
import { fixAt, storeFixes } from '../testing/fixes.ts';
import type { Person } from '../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../testing/world.ts';
import { presentSplits } from './present-race.ts';
import { RaceBoard } from './race-board.ts';

const POLL = { timeout: 30_000 };
/** A straight route to the north; the runner moves 0.0005° each 10 s and passes 1 km, 57.70898°, after 187 s. */
const BEGIN = 57.6996;
const STEP = 0.0005;

let world: World;
let harbour: WorldAccount;
let ada: Person;
let matchId: number;
let trackerId: number;
let start: number;
let imei = 13_700_000_000;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
});
afterAll(() => world.stop());
beforeEach(async () => {
  start = world.clock.now() - 1_000_000;
  const times = { startTime: start, endTime: start + 4_600_000 };
  ({ matchId } = await ada.call('createMatch', { matchName: 'Shore run', ...times }));
  const { routeId } = await ada.call('addRoute', {
    ...{ routeName: 'Shore', type: 'walk' as const, color: '#336699' },
    dataPoints: [
      [12, 57.7],
      [12, 57.72],
    ],
  });
  const source = { kind: 'route' as const, routeId, splits: [1_000] };
  const { courseId } = await ada.call('addMatchCourse', { matchId, source });
  imei += 1;
  trackerId = await harbour.tracker(String(imei));
  const participants = [{ participantName: 'Bo', trackerId, courseId }];
  await ada.call('batchCreateParticipants', { matchId, participants });
});

const fix = (seconds: number, latitude = BEGIN + (seconds / 10) * STEP, valid = true) =>
  fixAt(start + seconds * 1_000, { latitude, longitude: 12, valid });
const steady = (to: number) => Array.from({ length: to / 10 + 1 }, (_, at) => fix(at * 10));
/** Of positions that were stored: those of one time, seconds after the start. */
const at = (seconds: number) => ({ oldest: start + seconds * 1_000, newest: start + seconds * 1_000 });
const splitOf = (board: RaceBoard) => presentSplits(board)[0]?.passings[0]?.elapsed;

/** A board that was created long ago, as of now. */
async function createBoard(): Promise<RaceBoard> {
  const board = new RaceBoard({ db: world.database.db, positions: postgresPositions }, matchId, { now: 0 });
  await board.advance(world.clock.now(), world.clock.now());
  return board;
}

/** Runs while a transaction keeps all others from the positions. */
async function lockingPositions(run: (tx: Tx) => Promise<void>): Promise<void> {
  await world.database.db.transaction().execute(async (tx) => {
    await sql`lock table position in access exclusive mode`.execute(tx);
    await run(tx);
  });
}

/** The process of the database that waits for positions with a query that has this text, as the locking transaction finds it. */
async function waitingFor(tx: Tx, text: string): Promise<number> {
  const find = async () => {
    // Otherwise the transaction would find the same each time.
    await sql`select pg_stat_clear_snapshot()`.execute(tx);
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and strpos(query, ${text}) > 0`.execute(tx);
    return rows[0]?.pid ?? 0;
  };
  await expect.poll(find, POLL).toBeGreaterThan(0);
  return find();
}

test('reads late positions again that were stored while it read others', async () => {
  const { db } = world.database;
  const now = world.clock.now();
  const resting = BEGIN + 19 * STEP;
  await storeFixes(db, trackerId, [...steady(180), fix(310, resting + STEP)]);
  const board = await createBoard();
  // Straight from 57.7086 at 180 s to 57.7096 at 310 s: 180 + (57.70898 - 57.7086) / 0.001 * 130 = 229 s.
  expect(splitOf(board)).toBe(229);
  let reading = Promise.resolve();
  await lockingPositions(async (tx) => {
    board.markStored(trackerId, at(320), now + 1);
    reading = board.advance(now + 1_000, now + 1_000);
    await waitingFor(tx, 'as span (tracker_id');
    const late = new PositionColumns();
    for (const seconds of [190, 300]) late.add(trackerId, fix(seconds, resting));
    await late.insert(tx);
    board.markStored(trackerId, at(190), now + 1_000);
  });
  await reading;
  await board.advance(now + 2_000, now + 2_000);
  expect(splitOf(board)).toBe(187);
});

test('reads everything again after a failure', async () => {
  const { db } = world.database;
  const now = world.clock.now();
  await storeFixes(db, trackerId, steady(300));
  const board = new RaceBoard({ db, positions: postgresPositions }, matchId, { now: 0 });
  await lockingPositions(async (tx) => {
    const reading = board.advance(now, now);
    reading.catch(() => undefined);
    const pid = await waitingFor(tx, 'position');
    await sql`select pg_cancel_backend(${pid}::int)`.execute(tx);
    await expect(reading).rejects.toThrow('canceling statement');
  });
  await board.advance(now, now);
  expect(splitOf(board)).toBe(187);
});

test('reads more positions than one query has, with invalid ones among them', async () => {
  const { db } = world.database;
  const now = world.clock.now();
  await storeFixes(db, trackerId, [fix(0)]);
  const board = await createBoard();
  const count = MAX_NEW_FIXES + 100;
  // One on the first page, and one of the last second.
  const invalid = [5, count - 5];
  const fixes = Array.from({ length: count }, (_, at) =>
    fixAt(start + 1_000 + at * 100, { latitude: BEGIN, longitude: 12, valid: !invalid.includes(at) }),
  );
  await storeFixes(db, trackerId, fixes);
  board.markStored(trackerId, at(1), now);
  await board.advance(now, now);
  const { tail } = [...board.entries][0] ?? {};
  expect(tail?.last?.time).toBe(fixes.at(-1)?.time);
  expect(tail?.points().map(({ time }) => time)).not.toContain(fixes.at(-5)?.time);
});

test('reads positions of a clock that is ahead when their time has come', async () => {
  const { db } = world.database;
  const now = start + 185_000;
  await storeFixes(db, trackerId, [fix(0)]);
  const board = new RaceBoard({ db, positions: postgresPositions }, matchId, { now: 0 });
  await board.advance(now, now);
  // The positions at 190 s and 200 s, which are ahead, are behind the split.
  await storeFixes(db, trackerId, steady(200).slice(1));
  board.markStored(trackerId, { oldest: start + 10_000, newest: start + 200_000 }, now);
  await board.advance(now, now);
  expect(splitOf(board)).toBeUndefined();
  await board.advance(now + 4_000, now + 4_000);
  expect(splitOf(board)).toBeUndefined();
  await board.advance(now + 5_000, now + 5_000);
  expect(splitOf(board)).toBe(187);
});

test('gives each of two participants of a device the trail in their window', async () => {
  const { db } = world.database;
  const now = world.clock.now();
  const board = await createBoard();
  const participants = [{ participantName: 'Cy', trackerId, startTime: start + 500_000 }];
  await ada.call('batchCreateParticipants', { matchId, participants });
  board.markOutdated(0);
  await board.advance(now, now);
  await storeFixes(db, trackerId, [fix(100), fix(460), fix(480), fix(600)]);
  board.markStored(trackerId, { oldest: start + 100_000, newest: start + 600_000 }, now);
  await board.advance(now, now);
  // The second one has the device from 30 s before their start.
  const trails = [...board.entries].map(({ tail }) =>
    tail.points().map(({ time }) => (time - start) / 1_000),
  );
  expect(trails).toEqual([[460], [600]]);
});
