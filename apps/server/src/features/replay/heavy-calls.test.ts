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
/** Calls beyond those that a user may have at once. */
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
  '%s is refused before it does anything where its caller has enough of them',
  async (name) => {
    const { db } = world.database;
    const window = { trackerId, startTime: START, endTime: START + HOUR };
    let refused = 0;
    // As long as somebody holds the history, no call comes further than to its first question.
    const lockingTransaction = await db.startTransaction().execute();
    await sql`lock table position in access exclusive mode`.execute(lockingTransaction);
    const calls = Array.from({ length: MAX_STREAMS_PER_USER + EXCESS_CALLS }, async () => {
      try {
        await ada.call(name, window);
        return 'answered';
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
      ...Array(MAX_STREAMS_PER_USER).fill('answered'),
      ...Array(EXCESS_CALLS).fill('too-many-requests'),
    ]);
    // The places are free again.
    await expect(ada.call(name, window)).resolves.toBeDefined();
  },
);

test('a call that is refused takes no place in the queue', async () => {
  const viewer = await (await world.account('airfield')).person('eve', { roles: [] });
  const window = { trackerId, startTime: START, endTime: START + HOUR };
  for (let call = 0; call <= MAX_STREAMS_PER_USER; call += 1)
    await expect(viewer.call('getChartData', window)).rejects.toMatchObject({ errorName: 'not-allowed' });
});

test('a call that fails frees its place', async () => {
  const window = { trackerId, startTime: START + HOUR, endTime: START };
  for (let call = 0; call <= MAX_STREAMS_PER_USER; call += 1)
    await expect(ada.call('getTrackReplyByTime', window)).rejects.toMatchObject({ errorName: 'time-order' });
});

test('every operation that answers a track is one of them', () => {
  const heavy = Object.values(OPERATIONS).filter((operation) => 'heavy' in operation && operation.heavy);
  expect(heavy.map(({ name }) => name).toSorted()).toEqual([
    'getChartData',
    'getShareTrackColumns',
    'getTrackByTime',
    'getTrackColumns',
    'getTrackPartByTime',
    'getTrackReplyByTime',
    'matchTrack',
  ]);
});
