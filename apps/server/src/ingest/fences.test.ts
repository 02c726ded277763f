import type { FenceData } from '@wakeline/contract/entities/map-object';
import type { FenceShape } from '@wakeline/domain/fences/fence-shape';
import { fromStoredMemory, type StoredMemory } from '@wakeline/domain/tracker-state/stored-memory';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noticePayload } from '../db/account-log.ts';
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
/** Around the quay at 9.9663, 53.5436: more than a kilometre in each direction. */
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

/** Changes fences and publishes the event as the operations do. Resolves when the engine has reloaded them. */
async function changeFence<Result>(accountId: number, change: (tx: Tx) => Promise<Result>): Promise<Result> {
  const before = await testEngine.metricValue('wakeline_fence_readings_total');
  const result = await testEngine.database.db.transaction().execute(async (tx) => {
    const value = await change(tx);
    await sendEvent(tx, { type: 'changed', what: 'fences', accountId, userId: null });
    return value;
  });
  await waitForReload(before);
  return result;
}

function waitForReload(before: number): Promise<unknown> {
  return eventually('the engine has reloaded the fences', async () => {
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

/** Moves a tracker to a group and publishes the event. */
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

  /** Reports a position `seconds` after NOW. Resolves when it is acknowledged. */
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

test('logs a notice with the fence for entering and for leaving it', async () => {
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
    .selectFrom('account_log as log')
    .select(['account_id', noticePayload.as('payload')])
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

test('reports entering and leaving between two fixes, also for circles and polygons', async () => {
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

test('ignores fences of other accounts and without notices, and watches hidden ones', async () => {
  await addFence({ accountId: 2, name: 'Of the airfield' });
  await addFence({ name: 'Silent', notice: 'NONE' });
  await addFence({ name: 'Hidden', display: 'HIDE', notice: 'OUT' });
  const gull = await connectBoat();
  await gull.reportAt(-300, WEST);
  await gull.reportAt(-200, INSIDE);
  await gull.reportAt(-100, EAST);
  expect(notificationsOf()).toEqual([['OUT', gull.trackerId, 'Hidden']]);
});

test('raises no notice for a tracker inside a new fence until it leaves', async () => {
  const gull = await connectBoat();
  await gull.reportAt(-300, INSIDE);
  await addFence();
  await gull.reportAt(-200, INSIDE);
  expect(notificationsOf()).toEqual([]);
  await gull.reportAt(-100, EAST);
  expect(notificationsOf()).toEqual([['OUT', gull.trackerId, 'Quay']]);
});

test('raises no notice for a tracker inside the changed area of a fence until it leaves', async () => {
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

test('raises no notice for a deleted fence', async () => {
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

test("watches the trackers of the fence's group and its subgroups", async () => {
  const fleet = await addGroup('Fleet');
  const boats = await addGroup('Boats', fleet);
  const dinghies = await addGroup('Dinghies', boats);
  const cars = await addGroup('Cars');
  await addFence({ groupId: boats });
  const boatsByGroup = await Promise.all(
    [fleet, boats, dinghies, cars, null].map((group, at) => connectBoat(String(13_900_000_000 + at), group)),
  );
  for (const one of boatsByGroup) {
    await one.reportAt(-300, WEST);
    await one.reportAt(-200, INSIDE);
  }
  expect(notificationsOf().map(([, trackerId]) => trackerId)).toEqual([
    boatsByGroup[1]?.trackerId,
    boatsByGroup[2]?.trackerId,
  ]);
});

test('raises no notice when a moved group or tracker joins or leaves the watched groups', async () => {
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
  await waitForReload(before);
  await gull.reportAt(-300, INSIDE);
  expect(notificationsOf()).toEqual([]);

  await moveTo(gull.trackerId, null);
  let second = -300;
  // The event is in flight: each report uses the group known at that time.
  await eventually('the engine has applied the new group', async () => {
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

test('completes a pending crossing after a restart, once', async () => {
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

test('raises a crossing once when a failed batch is stored later', async () => {
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

test('raises no notice for a late report', async () => {
  await addFence();
  const gull = await connectBoat();
  await gull.reportAt(-200, WEST);
  await gull.reportAt(-250, INSIDE);
  await gull.reportAt(-150, WEST);
  expect(notificationsOf()).toEqual([]);
});

test('ignores a fence whose data does not match its type, and watches the others', async () => {
  await addFence({ name: 'Broken', type: 'CIRCULAR' });
  await addFence();
  const gull = await connectBoat(OTHER_IMEI);
  await gull.reportAt(-300, WEST);
  await gull.reportAt(-200, INSIDE);
  expect(notificationsOf()).toEqual([['IN', gull.trackerId, 'Quay']]);
});

test('merges a hundred changes of fences into a few reloads, and applies the last one', async () => {
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
  await addFence({ name: 'Later', data: { ...AREA, west: 10.5, east: 10.6 } });
  const readings = (await testEngine.metricValue('wakeline_fence_readings_total')) - before;
  expect(readings).toBeLessThanOrEqual(1 + (performance.now() - since) / 1_000);
  const gull = await connectBoat();
  await gull.reportAt(-300, WEST);
  await gull.reportAt(-200, INSIDE);
  expect(notificationsOf()).toEqual([['IN', gull.trackerId, 'Quay 100']]);
});

test('watches the oldest 100 of thousands of overlapping fences, with 100 crossings per report', async () => {
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
  expect(fromStoredMemory(row.memory as unknown as StoredMemory).fences).toHaveLength(100);
  expect(notificationsOf()).toHaveLength(100);
  expect(notificationsOf().every(([type]) => type === 'IN')).toBe(true);

  // A segment through all of them between two fixes: the oldest 1,000 are crossed, in and out.
  const tern = await connectBoat(OTHER_IMEI);
  await tern.reportAt(-300, WEST);
  await tern.reportAt(-200, EAST);
  expect(notificationsOf().filter(([, trackerId]) => trackerId === tern.trackerId)).toHaveLength(100);
  expect(await testEngine.metricValue('wakeline_fence_notices_untold_total')).toBe(1_900);
});
