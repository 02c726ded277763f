import { OPERATIONS } from '@wakeline/contract/operations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_STREAMS_PER_USER } from '../../http/streamed-responses.ts';
import { fixAt, storeFixes } from '../../testing/fixes.ts';
import type { Person } from '../../testing/person.ts';
import { startWorld, type World } from '../../testing/world.ts';

const TIMEOUT = { timeout: 20_000 };
const START = Date.UTC(2026, 4, 1);
const HOUR = 3_600_000;
/** Number of calls above the limit of concurrent calls per user. */
const EXCESS_CALLS = 4;

let world: World;
let ada: Person;
let trackerId: number;
beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  trackerId = await harbour.tracker('860000000000501');
  await storeFixes(world.database.db, trackerId, [fixAt(START), fixAt(START + 1_000)]);
});
afterAll(() => world.stop());

test.each(['getTrackReplyByTime', 'getTrackPartByTime', 'getChartData'] as const)(
  'refuses %s above the concurrency limit before it reads anything',
  async (name) => {
    const { db } = world.database;
    const window = { trackerId, startTime: START, endTime: START + HOUR };
    let refused = 0;
    // While the table is locked, no call gets further than its first query.
    const lockingTransaction = await db.startTransaction().execute();
    await sql`lock table position in access exclusive mode`.execute(lockingTransaction);
    const calls = Array.from({ length: MAX_STREAMS_PER_USER + EXCESS_CALLS }, async () => {
      try {
        await ada.call(name, window);
        return 'completed';
      } catch (error) {
        refused += 1;
        return String(Object(error).errorName);
      }
    });
    try {
      await expect.poll(() => refused, TIMEOUT).toBe(EXCESS_CALLS);
    } finally {
      await lockingTransaction.rollback().execute();
    }
    const outcomes = (await Promise.all(calls)).toSorted();
    expect(outcomes).toEqual([
      ...Array(MAX_STREAMS_PER_USER).fill('completed'),
      ...Array(EXCESS_CALLS).fill('too-many-requests'),
    ]);
    // The slots are free again.
    await expect(ada.call(name, window)).resolves.toBeDefined();
  },
);

test('occupies no slot with a refused call', async () => {
  const viewer = await (await world.account('airfield')).person('eve', { roles: [] });
  const window = { trackerId, startTime: START, endTime: START + HOUR };
  for (let call = 0; call <= MAX_STREAMS_PER_USER; call += 1)
    await expect(viewer.call('getChartData', window)).rejects.toMatchObject({ errorName: 'not-allowed' });
});

test('frees the slot of a failed call', async () => {
  const window = { trackerId, startTime: START + HOUR, endTime: START };
  for (let call = 0; call <= MAX_STREAMS_PER_USER; call += 1)
    await expect(ada.call('getTrackReplyByTime', window)).rejects.toMatchObject({ errorName: 'time-order' });
});

test('marks every operation that returns a track, reads or writes a list, or prints as heavy', () => {
  const heavy = Object.values(OPERATIONS).filter((operation) => 'heavy' in operation && operation.heavy);
  expect(heavy.map(({ name }) => name).toSorted()).toEqual([
    'batchCreateFlights',
    'batchCreatePeople',
    'exportCourseFile',
    'exportMatchResults',
    'exportStartList',
    'getChartData',
    'getShareTrackColumns',
    'getTrackByTime',
    'getTrackColumns',
    'getTrackPartByTime',
    'getTrackReplyByTime',
    'importBdUsers',
    'importDevices',
    'importParticipants',
    'importPlanes',
    'importStartList',
    'matchTrack',
    'printCourse',
    'printOcadMap',
    'queryEventTracks',
    'queryMatchStandings',
    'queryMatchStatistics',
    'suggestCourseSystems',
  ]);
});
