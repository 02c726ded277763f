import type { FenceData } from '@wakeline/contract/entities/map-object';
import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import { TestClock } from '../testing/test-clock.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { lockTable } from './testing/lock-table.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const OTHER_IMEI = '13912345679';
const NOW = Date.UTC(2026, 10, 20, 12);
/** Around the quay at 9.9663, 53.5436: a kilometre and more to each side. */
const AREA: FenceData = { west: 9.94, south: 53.53, east: 9.99, north: 53.56 };
const WEST = 9.93;
const INSIDE = 9.9663;
const EAST = 10.0;

let clock: TestClock;
let testEngine: TestEngine;
const devices: TestDevice[] = [];

beforeEach(async () => {
  clock = new TestClock(NOW);
  testEngine = await startTestEngine({ clock });
  await sql`
    insert into account (account_id, name, device_password) overriding system value
    values (2, 'Airfield', '123456')`.execute(testEngine.database.db);
});

afterEach(async () => {
  for (const device of devices.splice(0)) device.close();
  await testEngine.close();
});

interface Changes {
  readonly accountId?: number;
  readonly name?: string;
  readonly type?: FenceShape['type'];
  readonly data?: FenceData;
  readonly groupId?: number | null;
  readonly display?: 'SHOW' | 'HIDE';
  readonly notice?: 'BOTH' | 'IN' | 'OUT' | 'NONE';
  readonly holdSeconds?: number;
}

function addFence(changes: Changes = {}): Promise<number> {
  return changeFence(changes.accountId ?? 1, async (tx) => {
    const { fence_id: fenceId } = await tx
      .insertInto('fence')
      .values({
        account_id: changes.accountId ?? 1,
        group_id: changes.groupId ?? null,
        name: changes.name ?? 'Quay',
        type: changes.type ?? 'RECTANGLE',
        data: JSON.stringify(changes.data ?? AREA),
        color: '#ff0000',
        display: changes.display ?? 'SHOW',
        notice: changes.notice ?? 'BOTH',
        hold_seconds: changes.holdSeconds ?? 10,
        hold_metres: 30,
        note: '',
      })
      .returning('fence_id')
      .executeTakeFirstOrThrow();
    return fenceId;
  });
}

/** Changes fences, and tells of it, as the operations do; resolves when the engine has read them. */
async function changeFence<Result>(accountId: number, change: (tx: Tx) => Promise<Result>): Promise<Result> {
  const before = await testEngine.metricValue('wakeline_fence_readings_total');
  const result = await testEngine.database.db.transaction().execute(async (tx) => {
    const made = await change(tx);
    await sendEvent(tx, { type: 'changed', what: 'fences', accountId, userId: null });
    return made;
  });
  await read(before);
  return result;
}

function read(before: number): Promise<unknown> {
  return eventually('the engine has read the fences', async () => {
    return (await testEngine.metricValue('wakeline_fence_readings_total')) > before;
  });
}

async function addGroup(name: string, parentId: number | null = null): Promise<number> {
  const row = await testEngine.database.db
    .insertInto('tracker_group')
    .values({ account_id: 1, name, parent_id: parentId })
    .returning('group_id')
    .executeTakeFirstOrThrow();
  return row.group_id;
}

/** Puts a tracker into a group, and tells of it. */
async function moveTo(trackerId: number, groupId: number | null): Promise<void> {
  await testEngine.database.db.transaction().execute(async (tx) => {
    await tx.updateTable('tracker').set({ group_id: groupId }).where('tracker_id', '=', trackerId).execute();
    await sendEvent(tx, { type: 'trackers', accountId: 1, changed: [trackerId], removed: [] });
  });
}

class TestBoat {
  readonly trackerId: number;
  readonly #device: TestDevice;

  constructor(trackerId: number, device: TestDevice) {
    this.trackerId = trackerId;
    this.#device = device;
  }

  /** Reports a place, so many seconds after NOW; resolves when it is acknowledged. */
  async reportAt(seconds: number, longitude: number): Promise<void> {
    const frame = this.#device.report(report({ time: NOW + seconds * 1_000, fix: { longitude, speed: 40 } }));
    expect(await this.#device.reply(frame)).toMatchObject({ ok: true });
  }
}

async function connectBoat(
  imei = IMEI,
  groupId: number | null = null,
  engine = testEngine,
): Promise<TestBoat> {
  const row = await engine.database.db
    .insertInto('tracker')
    .values({ account_id: 1, name: imei, imei, password: '123456', group_id: groupId })
    .returning('tracker_id')
    .executeTakeFirstOrThrow();
  return new TestBoat(row.tracker_id, await connect(imei, engine));
}

async function connect(imei: string, engine = testEngine): Promise<TestDevice> {
  const device = await TestDevice.connect(jt808, engine.port('jt808', 'tcp'), imei);
  devices.push(device);
  return device;
}

function notificationsOf(engine = testEngine): (readonly [string, number, string | undefined])[] {
  return engine.feed.entries.map(({ payload, trackerId }) => [
    payload.noticeType,
    trackerId ?? 0,
    payload.fence?.fenceName,
  ]);
}

test('a tracker crosses a fence: a notice in, a notice out, in the log with the fence', async () => {
  const fenceId = await addFence();
  const gull = await connectBoat();
  await gull.reportAt(-300, WEST);
  await gull.reportAt(-200, INSIDE);
  await gull.reportAt(-100, EAST);
  expect(notificationsOf()).toEqual([
    ['IN', gull.trackerId, 'Quay'],
    ['OUT', gull.trackerId, 'Quay'],
  ]);
  const rows = await testEngine.database.db
    .selectFrom('account_log')
    .select(['account_id', 'payload'])
    .orderBy('seq')
    .execute();
  // 9.93 to 9.9663 in 100 s: 9.94 after 27.5 s. 9.9663 to 10: 9.99 after 70.3 s.
  expect(rows).toMatchObject([
    { account_id: 1, payload: { noticeType: 'IN', fence: { fenceId, fenceName: 'Quay' } } },
    { account_id: 1, payload: { noticeType: 'OUT', fence: { fenceId, fenceName: 'Quay' } } },
  ]);
  expect(rows.map(({ payload }) => Math.round((payload.time - NOW) / 100) / 10)).toEqual([-272.5, -129.7]);
  expect(rows.map(({ payload }) => payload.longitude)).toEqual([
    expect.closeTo(9.94, 6),
    expect.closeTo(9.99, 6),
  ]);
});

test('a way through between two fixes is told, of circles and polygons as well', async () => {
  await addFence({ name: 'Ring', type: 'CIRCULAR', data: { center: [INSIDE, 53.5436], radius: 500 } });
  await addFence({
    name: 'Triangle',
    type: 'POLYGON',
    data: {
      rings: [
        [
          [9.95, 53.54],
          [9.955, 53.54],
          [9.955, 53.55],
        ],
      ],
    },
  });
  const gull = await connectBoat();
  await gull.reportAt(-300, WEST);
  await gull.reportAt(-100, EAST);
  expect(notificationsOf()).toEqual([
    ['IN', gull.trackerId, 'Triangle'],
    ['OUT', gull.trackerId, 'Triangle'],
    ['IN', gull.trackerId, 'Ring'],
    ['OUT', gull.trackerId, 'Ring'],
  ]);
});

test('nothing is told of a fence of another account, and of one that tells nobody; a hidden one watches', async () => {
  await addFence({ accountId: 2, name: 'Of the airfield' });
  await addFence({ name: 'Silent', notice: 'NONE' });
  await addFence({ name: 'Hidden', display: 'HIDE', notice: 'OUT' });
  const gull = await connectBoat();
  await gull.reportAt(-300, WEST);
  await gull.reportAt(-200, INSIDE);
  await gull.reportAt(-100, EAST);
  expect(notificationsOf()).toEqual([['OUT', gull.trackerId, 'Hidden']]);
});

test('a fence that is made around a tracker is not told of; leaving it is', async () => {
  const gull = await connectBoat();
  await gull.reportAt(-300, INSIDE);
  await addFence();
  await gull.reportAt(-200, INSIDE);
  expect(notificationsOf()).toEqual([]);
  await gull.reportAt(-100, EAST);
  expect(notificationsOf()).toEqual([['OUT', gull.trackerId, 'Quay']]);
});

test('another area of a fence: who is in it then is not told of', async () => {
  const fenceId = await addFence({ data: { ...AREA, west: 9.995, east: 10.01 } });
  const gull = await connectBoat();
  await gull.reportAt(-300, INSIDE);
  await changeFence(1, (tx) =>
    tx
      .updateTable('fence')
      .set({ data: JSON.stringify(AREA), shaped_at: sql`clock_timestamp()`, name: 'New quay' })
      .where('fence_id', '=', fenceId)
      .execute(),
  );
  await gull.reportAt(-200, INSIDE);
  expect(notificationsOf()).toEqual([]);
  await gull.reportAt(-100, EAST);
  expect(notificationsOf()).toEqual([['OUT', gull.trackerId, 'New quay']]);
});

test('a fence that was deleted says nothing any more', async () => {
  const fenceId = await addFence();
  const gull = await connectBoat();
  await gull.reportAt(-300, INSIDE);
  await changeFence(1, (tx) => tx.deleteFrom('fence').where('fence_id', '=', fenceId).execute());
  await gull.reportAt(-200, EAST);
  expect(notificationsOf()).toEqual([]);
  const state = await testEngine.database.db
    .selectFrom('tracker_state')
    .select('memory')
    .executeTakeFirstOrThrow();
  expect(state.memory).not.toHaveProperty('fences');
});

test('a fence of a group watches the trackers of that group and of those below it', async () => {
  const fleet = await addGroup('Fleet');
  const boats = await addGroup('Boats', fleet);
  const dinghies = await addGroup('Dinghies', boats);
  const cars = await addGroup('Cars');
  await addFence({ groupId: boats });
  const riders = await Promise.all(
    [fleet, boats, dinghies, cars, null].map((group, at) => connectBoat(String(13_900_000_000 + at), group)),
  );
  for (const one of riders) {
    await one.reportAt(-300, WEST);
    await one.reportAt(-200, INSIDE);
  }
  expect(notificationsOf().map(([, trackerId]) => trackerId)).toEqual([
    riders[1]?.trackerId,
    riders[2]?.trackerId,
  ]);
});

test('groups that move: who comes into the watched part is not told of, and neither is who leaves it', async () => {
  const boats = await addGroup('Boats');
  const cars = await addGroup('Cars');
  await addFence({ groupId: boats });
  const gull = await connectBoat(IMEI, cars);
  await gull.reportAt(-400, INSIDE);
  const before = await testEngine.metricValue('wakeline_fence_readings_total');
  await testEngine.database.db.transaction().execute(async (tx) => {
    await tx.updateTable('tracker_group').set({ parent_id: boats }).where('group_id', '=', cars).execute();
    await sendEvent(tx, { type: 'groups', accountId: 1, groupId: cars });
  });
  await read(before);
  await gull.reportAt(-300, INSIDE);
  expect(notificationsOf()).toEqual([]);

  await moveTo(gull.trackerId, null);
  let second = -300;
  // The event is on its way: each report says what is known of the group by then.
  await eventually('the engine has heard of its group', async () => {
    await gull.reportAt(++second, INSIDE);
    const row = await testEngine.database.db
      .selectFrom('tracker_state')
      .select('memory')
      .executeTakeFirstOrThrow();
    return row.memory.fences === undefined;
  });
  await gull.reportAt(-100, EAST);
  expect(notificationsOf()).toEqual([]);
});

test('a restart in the middle of a crossing: it counts when its time has come, once', async () => {
  await addFence({ holdSeconds: 60 });
  const gull = await connectBoat();
  await gull.reportAt(-300, WEST);
  // 20 m beyond the edge at 9.94: a degree there is 66.1 km.
  await gull.reportAt(-200, 9.9403);
  await testEngine.engine.stop();
  expect(notificationsOf()).toEqual([]);
  const restarted = await startTestEngine({ clock, url: testEngine.url });
  try {
    const again = new TestBoat(gull.trackerId, await connect(IMEI, restarted));
    await again.reportAt(-150, 9.9403);
    expect(notificationsOf(restarted)).toEqual([]);
    await again.reportAt(-140, 9.9403);
    await again.reportAt(-130, 9.9403);
    expect(notificationsOf(restarted)).toEqual([['IN', gull.trackerId, 'Quay']]);
    expect(restarted.feed.entries[0]?.payload.time).toBeLessThan(NOW - 200_000);
  } finally {
    await restarted.close();
  }
});

test('a batch that failed and is stored later tells a crossing once', async () => {
  await addFence();
  const gull = await connectBoat();
  await gull.reportAt(-300, WEST);
  const lock = await lockTable(testEngine, 'account_log');
  const entered = gull.reportAt(-200, INSIDE);
  await lock.waitUntilContended();
  await lock.terminateWaiting();
  await lock.release();
  await entered;
  expect(await testEngine.metricValue('wakeline_commit_failures_total')).toBeGreaterThan(0);
  expect(notificationsOf()).toEqual([['IN', gull.trackerId, 'Quay']]);
  const { rows } = await sql`select seq from account_log`.execute(testEngine.database.db);
  expect(rows).toHaveLength(1);
});

test('a late report tells nothing', async () => {
  await addFence();
  const gull = await connectBoat();
  await gull.reportAt(-200, WEST);
  await gull.reportAt(-250, INSIDE);
  await gull.reportAt(-150, WEST);
  expect(notificationsOf()).toEqual([]);
});

test('a fence whose data is that of another type watches nobody, and does not keep the others from it', async () => {
  await addFence({ name: 'Broken', type: 'CIRCULAR' });
  await addFence();
  const gull = await connectBoat(OTHER_IMEI);
  await gull.reportAt(-300, WEST);
  await gull.reportAt(-200, INSIDE);
  expect(notificationsOf()).toEqual([['IN', gull.trackerId, 'Quay']]);
});

test('a hundred changes of fences are read a few times, a second apart, and the last is what counts', async () => {
  const fenceId = await addFence();
  const before = await testEngine.metricValue('wakeline_fence_readings_total');
  const since = performance.now();
  for (let change = 1; change <= 100; change++) {
    await testEngine.database.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('fence')
        .set({ name: `Quay ${change}` })
        .where('fence_id', '=', fenceId)
        .execute();
      await sendEvent(tx, { type: 'changed', what: 'fences', accountId: 1, userId: null });
    });
  }
  await addFence({ name: 'After it', data: { ...AREA, west: 10.5, east: 10.6 } });
  const readings = (await testEngine.metricValue('wakeline_fence_readings_total')) - before;
  expect(readings).toBeLessThanOrEqual(1 + (performance.now() - since) / 1_000);
  const gull = await connectBoat();
  await gull.reportAt(-300, WEST);
  await gull.reportAt(-200, INSIDE);
  expect(notificationsOf()).toEqual([['IN', gull.trackerId, 'Quay 100']]);
});

test('thousands of fences over one place: the oldest 100 watch it, and a report tells 100 crossings at most', async () => {
  await changeFence(1, async (tx) => {
    await sql`
      insert into fence (account_id, name, type, data, color, display, notice, hold_seconds, hold_metres, note)
      select 1, 'Ring ' || ring, 'RECTANGLE',
        jsonb_build_object('west', 9.95 - ring * 1e-6, 'south', 53.53, 'east', 9.98 + ring * 1e-6, 'north', 53.56),
        '#ff0000', 'SHOW', 'BOTH', 0, 0, ''
      from generate_series(1, 3000) ring order by ring`.execute(tx);
  });
  const gull = await connectBoat();
  await gull.reportAt(-300, WEST);
  await gull.reportAt(-200, INSIDE);
  const row = await testEngine.database.db
    .selectFrom('tracker_state')
    .select('memory')
    .executeTakeFirstOrThrow();
  expect(row.memory.fences).toHaveLength(100);
  expect(notificationsOf()).toHaveLength(100);
  expect(notificationsOf().every(([type]) => type === 'IN')).toBe(true);

  // A way through all of them between two fixes: the oldest 1,000 are crossed, in and out.
  const tern = await connectBoat(OTHER_IMEI);
  await tern.reportAt(-300, WEST);
  await tern.reportAt(-200, EAST);
  expect(notificationsOf().filter(([, trackerId]) => trackerId === tern.trackerId)).toHaveLength(100);
  expect(await testEngine.metricValue('wakeline_fence_notices_untold_total')).toBe(1_900);
});
