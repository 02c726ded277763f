import type { Activity } from '@wakeline/domain/activity/activity';
import { createDayOf } from '@wakeline/domain/activity/calendar-days';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendEvent } from '../db/notify.ts';
import { deleteTrackInBatches } from '../positions/delete-track.ts';
import { markAllDays } from '../positions/late-positions.ts';
import { postgresPositions } from '../positions/postgres/postgres-positions.ts';
import { readActivities } from '../reports/read-activities.ts';
import { TestClock } from '../testing/test-clock.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const MINUTE = 60_000;
/** 2026-11-20 23:00 in UTC, and its day. */
const START = Date.UTC(2026, 10, 20, 23);
const DAY = Date.UTC(2026, 10, 20) / 86_400_000;
/** 2 pi * 6,371,008.8 m / 360. */
const METRES_PER_DEGREE = 111_195.08;
const EVER = { from: 0, to: Number.MAX_SAFE_INTEGER };

let clock: TestClock;
let testEngine: TestEngine;
let trackerId: number;
let device: TestDevice;

beforeEach(async () => {
  clock = new TestClock(START + 400 * MINUTE);
  testEngine = await startTestEngine({ clock });
  trackerId = await testEngine.addTracker(IMEI);
  await setTimeZone('UTC');
  device = await connect(testEngine);
});

afterEach(async () => {
  device.close();
  await testEngine.close();
});

async function setTimeZone(time_zone: string): Promise<void> {
  await testEngine.database.db.updateTable('account').set({ time_zone }).execute();
}

async function connect(target: TestEngine): Promise<TestDevice> {
  const connected = await TestDevice.connect(jt808, target.port('jt808', 'tcp'), IMEI);
  await connected.logIn();
  return connected;
}

interface TestFix {
  readonly minute: number;
  /** Kilometres to the north. */
  readonly km: number;
  readonly speed: number;
}

function frameOf({ minute, km, speed }: TestFix) {
  const fix = { latitude: 10 + (km * 1_000) / METRES_PER_DEGREE, longitude: 20, speed };
  return device.report(report({ time: START + minute * MINUTE, fix, attributes: { ignition: speed > 0 } }));
}

async function send(fixes: readonly TestFix[]): Promise<void> {
  await Promise.all(fixes.map((fix) => device.reply(frameOf(fix))));
}

/** Each minute from one to another, both included. */
function minutes(from: number, to: number, fixAt: (minute: number) => Omit<TestFix, 'minute'>): TestFix[] {
  return Array.from({ length: to - from + 1 }, (_, at) => ({ minute: from + at, ...fixAt(from + at) }));
}

/**
 * Stands from 0 to 9; drives 1 km a minute from 10 to 69, across midnight at 60; stands from 70 to 90; is silent until 180;
 * drives until 190.
 */
const TRACK = [
  ...minutes(0, 9, () => ({ km: 0, speed: 0 })),
  ...minutes(10, 69, (minute) => ({ km: minute - 9, speed: 60 })),
  ...minutes(70, 90, () => ({ km: 60, speed: 0 })),
  ...minutes(180, 190, (minute) => ({ km: minute - 100, speed: 60 })),
];

function brief(activities: readonly Activity[]) {
  return activities.map(({ kind, from, to }) => [
    kind,
    (from.time - START) / MINUTE,
    (to.time - START) / MINUTE,
  ]);
}

async function storedActivities() {
  const dayOf = createDayOf((instant) => instant);
  return brief(await readActivities(testEngine.database.db, trackerId, EVER, dayOf));
}

async function storedDays() {
  const { db } = testEngine.database;
  const rows = await db.selectFrom('device_day').selectAll().orderBy('day').execute();
  const rounded = (value: number | null) => (value === null ? null : Math.round(value));
  return rows.map((row) => ({
    ...row,
    day: row.day - DAY,
    trip_metres: rounded(row.trip_metres),
    other_metres: rounded(row.other_metres),
  }));
}

const ACTIVITIES = [
  ['stop', 0, 10],
  ['trip', 10, 70],
  ['stop', 70, 90],
  ['gap', 90, 180],
];
/** The open trip from 180 on is in the state of the device, and not in the second day. */
const DAYS = [
  {
    day: 0,
    trip_time: 50 * MINUTE,
    stop_time: 10 * MINUTE,
    gap_time: 0,
    trips: 1,
    stops: 1,
    trip_metres: 51_000,
    other_metres: 0,
    ignition: 50 * MINUTE,
    idle: 0,
    max_speed: 60,
    max_time: START + 10 * MINUTE,
  },
  {
    day: 1,
    trip_time: 10 * MINUTE,
    stop_time: 20 * MINUTE,
    gap_time: 90 * MINUTE,
    trips: 0,
    stops: 1,
    trip_metres: 9_000,
    other_metres: 20_000,
    ignition: 10 * MINUTE,
    idle: 0,
    max_speed: 60,
    max_time: START + 60 * MINUTE,
  },
];

test('activities and days are stored in the transaction of the fix that ends them', async () => {
  await send(TRACK);
  expect(await storedActivities()).toEqual(ACTIVITIES);
  expect(await storedDays()).toMatchObject(DAYS);
});

test('a restart of the engine changes nothing', async () => {
  await send(TRACK.slice(0, 40));
  device.close();
  await testEngine.engine.stop();
  const restarted = await startTestEngine({ clock, url: testEngine.url });
  try {
    device = await connect(restarted);
    await send(TRACK.slice(40));
    expect(await storedActivities()).toEqual(ACTIVITIES);
    expect(await storedDays()).toMatchObject(DAYS);
  } finally {
    device.close();
    await restarted.close();
  }
});

/** Advances the clock until the late positions were processed. */
async function lateProcessed(): Promise<void> {
  const marks = () => testEngine.database.db.selectFrom('day_recompute').selectAll().execute();
  await eventually('late positions are marked', async () => (await marks()).length > 0);
  await eventually('the activities were found again', async () => {
    clock.advance(31_000);
    return (await marks()).length === 0;
  });
}

test.each([
  ['in the reverse order', (fixes: readonly TestFix[]) => fixes.toReversed()],
  [
    'after the others, of a part of the trip',
    (fixes: readonly TestFix[]) => {
      const isLate = ({ minute }: TestFix) => minute > 20 && minute < 65;
      return [...fixes.filter((fix) => !isLate(fix)), ...fixes.filter(isLate)];
    },
  ],
])('positions that arrive %s give the same activities and days', async (_, order) => {
  await send(order(TRACK));
  await lateProcessed();
  expect((await storedActivities()).slice(0, 4)).toEqual(ACTIVITIES);
  const [first, second] = await storedDays();
  expect([first, second]).toMatchObject(DAYS.map(({ max_time: _, ...day }) => day));
  expect([first?.first_fix, first?.last_fix]).toEqual([START, START + 59 * MINUTE]);
});

test('a late position within a later stop leaves what came before', async () => {
  await send(TRACK);
  const { db } = testEngine.database;
  // A row that nothing rewrites shows that only the part from the last stop on was replaced.
  await db.updateTable('episode').set({ metres: 1 }).where('started_at', '=', START).execute();
  await send([{ minute: 85.5, km: 60, speed: 0 }]);
  await lateProcessed();
  expect(await storedActivities()).toEqual(ACTIVITIES);
  const rows = await db
    .selectFrom('episode')
    .select(['started_at', 'metres'])
    .orderBy('started_at')
    .execute();
  expect(rows[0]).toEqual({ started_at: START, metres: 1 });
});

test.each([-30_000, 30_000])(
  'no time is missing if rounding moved the start of a stop by %i ms',
  async (shift) => {
    await send(TRACK);
    const { db } = testEngine.database;
    const start = START + 70 * MINUTE;
    await db
      .updateTable('episode')
      .set({ started_at: start + shift })
      .where('started_at', '=', start)
      .execute();
    await db
      .updateTable('episode')
      .set({ ended_at: start + shift })
      .where('ended_at', '=', start)
      .execute();
    await send([{ minute: 85.5, km: 60, speed: 0 }]);
    await lateProcessed();
    expect(await storedActivities()).toEqual(ACTIVITIES);
    expect(await storedDays()).toMatchObject(DAYS);
  },
);

test('deleted positions leave their time as a gap', async () => {
  await send(TRACK);
  const { db } = testEngine.database;
  const window = { from: START + 20 * MINUTE, to: START + 95 * MINUTE, now: clock.now() };
  await deleteTrackInBatches({ db, positions: postgresPositions }, trackerId, window, {
    runTransaction: (work) => db.transaction().execute(work),
    onFirstBatch: async () => undefined,
  });
  await lateProcessed();
  expect(await storedActivities()).toEqual([
    ['stop', 0, 10],
    ['trip', 10, 19],
    ['gap', 19, 180],
  ]);
  const days = await storedDays();
  expect(days.map(({ trip_time, gap_time }) => [trip_time / MINUTE, gap_time / MINUTE])).toEqual([
    [9, 41],
    [0, 120],
  ]);
});

test('days are those of the account', async () => {
  await setTimeZone('Asia/Shanghai');
  device.close();
  await testEngine.engine.stop();
  const restarted = await startTestEngine({ clock, url: testEngine.url });
  try {
    device = await connect(restarted);
    // From 07:00 there.
    await send(TRACK);
    const days = await storedDays();
    expect(days.map(({ day, trip_time }) => [day, trip_time / MINUTE])).toEqual([[1, 60]]);
  } finally {
    device.close();
    await restarted.close();
  }
});

test('a change of the time zone of the account has its days found again', async () => {
  await send(TRACK);
  const { db } = testEngine.database;
  await setTimeZone('Asia/Shanghai');
  await db.transaction().execute(async (tx) => {
    await markAllDays(tx, 1, clock.now());
    await sendEvent(tx, { type: 'account', accountId: 1 });
  });
  await lateProcessed();
  expect(await storedActivities()).toEqual(ACTIVITIES);
  const days = await storedDays();
  expect(
    days.map(({ day, trip_time, gap_time, trips }) => [day, trip_time / MINUTE, gap_time / MINUTE, trips]),
  ).toEqual([[1, 60, 90, 1]]);
});

/** The engine may read the settings after the clock has jumped to the next search. */
async function changeSettings(
  change: { min_stop_minutes?: number; gap_minutes?: number; night_start?: number },
  isApplied: () => Promise<boolean>,
) {
  const { db } = testEngine.database;
  await db.updateTable('account').set(change).execute();
  await eventually('the settings are applied', async () => {
    await db.transaction().execute(async (tx) => {
      await markAllDays(tx, 1, clock.now());
      await sendEvent(tx, { type: 'account', accountId: 1 });
    });
    await lateProcessed();
    return isApplied();
  });
}

test('changed settings of reports have the days counted again', async () => {
  await send(TRACK);
  const counts = async () =>
    (await storedDays()).map(({ trips, stops, gap_time, night_time, night_metres }) => ({
      ...{ trips, stops, gap: gap_time / MINUTE, night: night_time / MINUTE },
      nightKm: Math.round(night_metres / 1_000),
    }));
  // The night is from 22:00 to 06:00: the trip from 23:10 on, and 10 minutes after midnight.
  expect(await counts()).toEqual([
    { trips: 1, stops: 1, gap: 0, night: 50, nightKm: 51 },
    { trips: 0, stops: 1, gap: 90, night: 10, nightKm: 9 },
  ]);
  // The stops have 10 and 20 minutes, and the silence 90.
  await changeSettings({ min_stop_minutes: 11 }, async () => (await counts())[0]?.stops === 0);
  expect((await counts()).map(({ stops }) => stops)).toEqual([0, 1]);
  await changeSettings({ gap_minutes: 91, night_start: 0 }, async () => (await counts())[1]?.gap === 0);
  expect(await counts()).toMatchObject([
    { stops: 0, gap: 0, night: 0, nightKm: 0 },
    { stops: 1, gap: 0, night: 10, nightKm: 9 },
  ]);
  expect((await storedActivities()).at(-1)).toEqual(['stop', 70, 180]);
});

test('a stop that begins just before midnight counts on the day of its start when it is long enough', async () => {
  // From minute 57 on, 23:57: at 00:01 it has four minutes, at 00:20 twenty-three.
  await send([
    ...minutes(0, 56, (minute) => ({ km: minute, speed: 60 })),
    ...minutes(57, 61, () => ({ km: 57, speed: 0 })),
  ]);
  expect((await storedDays()).map(({ day, stops }) => [day, stops])).toEqual([[0, 0]]);
  await send([
    ...minutes(62, 80, () => ({ km: 57, speed: 0 })),
    ...minutes(81, 90, (minute) => ({ km: minute - 23, speed: 60 })),
  ]);
  expect((await storedDays()).map(({ day, trips, stops }) => [day, trips, stops])).toEqual([
    [0, 1, 1],
    [1, 0, 0],
  ]);
});

test('events are counted on their days', async () => {
  await send(TRACK.slice(0, 5));
  const alarm = report({ time: START + 5 * MINUTE, alarms: ['OVERSPEED', 'SOS'] });
  await device.reply(
    device.report({ ...alarm, fix: { ...alarm.fix, latitude: 10, longitude: 20 } as typeof alarm.fix }),
  );
  expect(await storedDays()).toMatchObject([{ day: 0, alarms: 1, overspeeds: 1, entries: 0, exits: 0 }]);
});

test('time offline is divided by day when the device returns', async () => {
  // Its last message is the one of minute 50, at the time of the test: 05:40 on the next day.
  await send(TRACK.slice(0, 51));
  const lastMessage = clock.now();
  clock.advance(20 * 60 * MINUTE);
  await eventually('the device is offline', async () => {
    clock.advance(10_000);
    const row = await testEngine.database.db
      .selectFrom('tracker_state')
      .select('status')
      .executeTakeFirstOrThrow();
    return row.status === 'OFFLINE';
  });
  device.close();
  device = await connect(testEngine);
  await send([{ minute: 60, km: 51, speed: 60 }]);
  const returned = clock.now();
  const midnight = START + 25 * 60 * MINUTE;
  expect(midnight).toBeGreaterThan(lastMessage);
  const offline = new Map((await storedDays()).map(({ day, offline_time }) => [day, offline_time]));
  expect(offline.get(1)).toBe(midnight - lastMessage);
  expect(offline.get(2)).toBeGreaterThan(0);
  expect(offline.get(2)).toBeLessThanOrEqual(returned - midnight);
});
