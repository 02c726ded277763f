import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Partitions, weekOf } from '../db/partitions.ts';
import { STORE_KINDS, type TestStore } from '../positions/testing/stores.ts';
import { startWorld, type World } from '../testing/world.ts';

const DAY = 86_400_000;
const INTERVAL = 10 * 60_000;

const [kind] = STORE_KINDS.filter(({ tags }) => tags.length > 0);
let store: TestStore | undefined;
let world: World;

beforeAll(async () => {
  await kind?.start();
  let clock = { now: () => 0 };
  store = await kind?.open({ now: () => clock.now() });
  world = await startWorld(store === undefined ? {} : { history: store });
  clock = world.clock;
});
afterAll(async () => {
  await world.stop();
  await kind?.stop();
});

test('archives old events every ten minutes', { tags: ['cluster'] }, async () => {
  const now = world.clock.now();
  const { db } = world.database;
  const times = [now - 3 * DAY, now - 2 * DAY, now - DAY];
  await new Partitions().ensure(db, times.map(weekOf));
  await sql`insert into event (time, tracker_id, ref, kind)
    select time, 1, 0, 9 from unnest(${times}::bigint[]) as old (time)`.execute(db);
  world.clock.advance(INTERVAL);
  const storedTimes = async () => {
    const { rows } = await sql<{ time: number }>`select time from event order by time`.execute(db);
    return rows.map(({ time }) => time);
  };
  await expect.poll(storedTimes).toEqual([now - DAY]);
  const spans = [{ trackerId: 1, from: 0, to: now }];
  const archived = await store?.eventArchive?.read({ spans, kinds: null, refs: null }, 10);
  expect(archived?.map(({ time }) => time).sort()).toEqual([now - 3 * DAY, now - 2 * DAY]);
});
