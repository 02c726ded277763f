import type { FlightFix } from '@wakeline/domain/aviation/flight-step';
import { flownTrack } from '@wakeline/domain/aviation/testing/flown-track';
import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sendEvent } from '../db/notify.ts';
import { readEvents } from '../events/read.ts';
import { TestClock } from '../testing/test-clock.ts';
import { blockCommits, commitIsBlocked } from './testing/blocked-commits.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const START = Date.UTC(2026, 10, 20, 12);

/**
 * A fix every 10 s. Parked until 60 s; 90 km/h between the fixes at 70 and 80 s; a climb until 240 s; a descent that touches
 * down at 420 s; below 45 km/h from 450 s on.
 */
const FLIGHT = flownTrack({ time: START, every: 10, latitude: 53.5, longitude: 9.9 }, [
  { seconds: 60 },
  { seconds: 30, speed: 150 },
  { seconds: 150, climb: 3 },
  { seconds: 30 },
  { seconds: 150, speed: 110, climb: -3 },
  { seconds: 30, speed: 20 },
  { seconds: 5, speed: 0 },
  { seconds: 415 },
]);
const TAKEN_OFF = FLIGHT.filter(({ time }) => time <= START + 300_000);
const REST = FLIGHT.slice(TAKEN_OFF.length);

let clock: TestClock;
let testEngine: TestEngine;
let trackerId: number;
let planeId: number;
let device: TestDevice;

beforeEach(async () => {
  clock = new TestClock(START + 900_000);
  testEngine = await startTestEngine({ clock });
  trackerId = await testEngine.addTracker(IMEI);
  const { db } = testEngine.database;
  const row = await db
    .insertInto('plane')
    .values({
      account_id: 1,
      tail_number: 'D-EABC',
      hex_address: null,
      kind: 2,
      model: '',
      layout: '',
      group_id: null,
      icon: 'aircraft',
      tracker_id: trackerId,
      thresholds: '{}',
      note: '',
      created_at: new Date(START),
      changed_at: new Date(START),
    })
    .returning('plane_id')
    .executeTakeFirstOrThrow();
  planeId = row.plane_id;
  await planesChanged();
  device = await connect(testEngine);
  // The first fix, until the engine has the plane.
  await eventually('the engine knows the plane', async () => {
    await send(FLIGHT.slice(0, 1));
    clock.advance(1_000);
    return (await planeMemory()) !== null;
  });
});

afterEach(async () => {
  device.close();
  await testEngine.close();
});

async function connect(target: TestEngine): Promise<TestDevice> {
  const connected = await TestDevice.connect(jt808, target.port('jt808', 'tcp'), IMEI);
  await connected.logIn();
  return connected;
}

function planesChanged(): Promise<void> {
  return testEngine.database.db
    .transaction()
    .execute((tx) => sendEvent(tx, { type: 'changed', what: 'planes', accountId: 1, userId: null }));
}

let sent = 0;
/** The first fix is sent each time as a new report. */
function frameOf({ time, latitude, longitude, altitude, speed }: FlightFix) {
  sent += 1;
  const fix = { latitude, longitude, altitude: Math.round(altitude ?? 0), speed: Math.round(speed ?? 0) };
  return device.report(report({ time: time === START ? START - 600_000 + sent * 1_000 : time, fix }));
}

async function send(fixes: readonly FlightFix[]): Promise<void> {
  await Promise.all(fixes.map((fix) => device.reply(frameOf(fix))));
}

async function planeMemory(): Promise<string | null> {
  const { rows } = await sql<{ plane: string | null }>`
    select memory ->> 'plane' as plane from tracker_state where tracker_id = ${trackerId}`.execute(
    testEngine.database.db,
  );
  return rows[0]?.plane ?? null;
}

function storedLegs() {
  return testEngine.database.db.selectFrom('leg').selectAll().orderBy('started_at').execute();
}

async function flightEvents() {
  const { events } = await readEvents(
    { db: testEngine.database.db, eventArchive: null },
    {
      ...{ trackerId, accountId: 1, from: 0, to: START + 86_400_000, now: START },
      kinds: ['take-off', 'landing', 'touch-and-go'],
      before: undefined,
      limit: 100,
    },
  );
  return events.toReversed();
}

const OPEN = { started_at: START + 80_000, ended_at: null, found: { landing: null, lost: false } };

test('a leg is stored at its take-off and closed at its landing, across a restart of the engine', async () => {
  const place = {
    account_id: 1,
    name: 'Meadow',
    code: null,
    latitude: 53.5,
    longitude: 9.9,
    elevation: null,
  };
  const { db } = testEngine.database;
  await db
    .insertInto('landing_place')
    .values({ ...place, radius: 1_500, note: '' })
    .execute();
  await send(TAKEN_OFF);
  expect(await storedLegs()).toMatchObject([
    { ...OPEN, account_id: 1, plane_id: planeId, tracker_id: trackerId },
  ]);
  expect(testEngine.feed.changes.at(-1)?.status.flight).toMatchObject({
    takeoff: START + 80_000,
    landing: null,
  });
  device.close();
  await testEngine.engine.stop();
  const restarted = await startTestEngine({ clock, url: testEngine.url });
  try {
    device = await connect(restarted);
    await send(REST);
    const [leg, ...others] = await storedLegs();
    expect(others).toEqual([]);
    expect(leg).toMatchObject({
      ...OPEN,
      ended_at: expect.any(Number),
      found: { lost: false, touchAndGos: 0 },
      departure: { name: 'Meadow', isUncertain: false },
    });
    // Touch-down at 420 s; the altitude is constant from 8 m above the ground on, which is 3 s earlier.
    expect(((leg?.ended_at ?? 0) - START) / 1_000).toBeGreaterThanOrEqual(410);
    expect(((leg?.ended_at ?? 0) - START) / 1_000).toBeLessThanOrEqual(430);
    expect(leg?.found.inBlock).not.toBeNull();
    expect(await flightEvents()).toMatchObject([
      { kind: 'take-off', time: START + 80_000 },
      {
        kind: 'landing',
        time: leg?.ended_at,
        since: START + 80_000,
        metres: Math.round(leg?.found.distance ?? 0),
      },
    ]);
  } finally {
    device.close();
    await restarted.close();
  }
});

test('a batch that failed is computed again: each leg and event is stored once', async () => {
  const isProof = ({ time }: FlightFix) => time === START + 100_000;
  await send(FLIGHT.filter(({ time }) => time > START && time < START + 100_000));
  expect(await storedLegs()).toEqual([]);
  const release = await blockCommits(testEngine);
  const frames = FLIGHT.filter(isProof).map(frameOf);
  await commitIsBlocked(testEngine);
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like '%insert into position%' and pid <> pg_backend_pid()`.execute(
    testEngine.database.db,
  );
  await release();
  await Promise.all(frames.map((frame) => device.reply(frame)));
  expect(await storedLegs()).toMatchObject([OPEN]);
  expect(await flightEvents()).toMatchObject([{ kind: 'take-off', time: START + 80_000 }]);
});

test('a leg ends as lost when the device leaves the plane in flight', async () => {
  await send(TAKEN_OFF);
  const { db } = testEngine.database;
  await db.updateTable('plane').set({ tracker_id: null }).where('plane_id', '=', planeId).execute();
  await planesChanged();
  const last = TAKEN_OFF.at(-1);
  if (last === undefined) throw new Error('the flight has fixes');
  let seconds = 0;
  await eventually('the engine knows that no plane carries it', async () => {
    seconds += 1;
    // 40 m in each second.
    await send([
      { ...last, time: last.time + seconds * 1_000, longitude: last.longitude + seconds * 0.0006 },
    ]);
    return (await planeMemory()) === null;
  });
  const [leg] = await storedLegs();
  expect(leg).toMatchObject({ started_at: OPEN.started_at, found: { lost: true, landing: null } });
  expect(leg?.ended_at).toBeGreaterThanOrEqual(START + 300_000);
});

test('positions are stored when the plane was removed and the engine does not know it yet', async () => {
  const { db } = testEngine.database;
  await db.deleteFrom('plane').where('plane_id', '=', planeId).execute();
  await send(TAKEN_OFF);
  expect(await testEngine.storedTimes(trackerId)).toContain(TAKEN_OFF.at(-1)?.time);
  expect(await flightEvents()).toMatchObject([{ kind: 'take-off' }]);
  expect(await storedLegs()).toEqual([]);
});

/** Advances the clock until the late positions were processed. */
async function lateProcessed(): Promise<void> {
  const marks = () => testEngine.database.db.selectFrom('leg_recompute').selectAll().execute();
  expect(await marks()).toMatchObject([{ tracker_id: trackerId }]);
  clock.advance(60_000);
  await eventually('the legs were found again', async () => {
    clock.advance(10_000);
    return (await marks()).length === 0;
  });
}

test('a flight that arrives after the landing becomes a leg, with its events', async () => {
  const [first] = FLIGHT;
  const last = FLIGHT.at(-1);
  if (first === undefined || last === undefined) throw new Error('no track');
  await send([{ ...last, time: last.time + 60_000 }]);
  expect(await storedLegs()).toEqual([]);
  // Buffered by the device: the newest first, as some models do.
  await send(FLIGHT.slice(1).toReversed());
  expect(await storedLegs()).toEqual([]);
  await lateProcessed();
  expect(await storedLegs()).toMatchObject([
    { started_at: START + 80_000, ended_at: expect.any(Number), found: { lost: false } },
  ]);
  expect(await flightEvents()).toMatchObject([
    { kind: 'take-off', time: START + 80_000 },
    { kind: 'landing', since: START + 80_000 },
  ]);
});

test('late positions move the take-off of an open leg, which keeps its row, correction and landing', async () => {
  const { db } = testEngine.database;
  const isLost = ({ time }: FlightFix) => time > START + 60_000 && time < START + 200_000;
  await send(TAKEN_OFF.slice(1).filter((fix) => !isLost(fix)));
  const [open] = await storedLegs();
  if (open === undefined) throw new Error('no leg');
  expect(open.found.takeoff?.from).toBe(START + 60_000);
  const corrected = JSON.stringify({ takeoff: START + 70_000, by: 'harbour' });
  await db.updateTable('leg').set({ corrected }).execute();
  await send(TAKEN_OFF.filter(isLost));
  await lateProcessed();
  expect(await storedLegs()).toMatchObject([
    { ...OPEN, leg_id: open.leg_id, corrected: { takeoff: START + 70_000, by: 'harbour' } },
  ]);
  await send(REST);
  const [leg, ...others] = await storedLegs();
  expect(others).toEqual([]);
  expect(leg).toMatchObject({ leg_id: open.leg_id, started_at: START + 80_000, found: { lost: false } });
  expect(leg?.ended_at).not.toBeNull();
});

test('positions that were deleted keep their leg when others arrive late', async () => {
  const { db } = testEngine.database;
  await send(FLIGHT.slice(1));
  const before = await storedLegs();
  expect(before).toHaveLength(1);
  await sql`delete from position where tracker_id = ${trackerId}`.execute(db);
  const last = FLIGHT.at(-1);
  if (last === undefined) throw new Error('no track');
  await send([{ ...last, time: last.time - 5_000 }]);
  await lateProcessed();
  expect(await storedLegs()).toEqual(before);
});

test('a device without a plane marks nothing', async () => {
  await testEngine.database.db.updateTable('plane').set({ tracker_id: null }).execute();
  await testEngine.database.db.deleteFrom('plane_binding').execute();
  await planesChanged();
  await eventually('the device left its plane', async () => {
    clock.advance(1_000);
    await send(FLIGHT.slice(0, 1));
    return (await planeMemory()) === null;
  });
  await send(FLIGHT.slice(1).toReversed());
  expect(await testEngine.database.db.selectFrom('leg_recompute').selectAll().execute()).toEqual([]);
});

const HOUR = 3_600_000;

function shifted(fixes: readonly FlightFix[], by: number): FlightFix[] {
  return fixes.map((fix) => ({ ...fix, time: fix.time + by }));
}

test('a clock that is an hour ahead makes no leg, and hides none once it is right', async () => {
  await send(shifted(FLIGHT.slice(1), HOUR));
  const rejected = await testEngine.database.db.selectFrom('rejected_report').selectAll().execute();
  expect(rejected.length).toBeGreaterThan(0);
  expect(await storedLegs()).toEqual([]);
  await send(FLIGHT.slice(1));
  expect(await storedLegs()).toMatchObject([{ started_at: START + 80_000, found: { lost: false } }]);
});

test('a clock that is an hour behind moves the leg by an hour, and its events', async () => {
  await send(shifted(FLIGHT.slice(1), -HOUR));
  expect(await storedLegs()).toEqual([]);
  await lateProcessed();
  expect(await storedLegs()).toMatchObject([
    { started_at: START - HOUR + 80_000, ended_at: expect.any(Number), found: { lost: false } },
  ]);
  expect(await flightEvents()).toMatchObject([
    { kind: 'take-off', time: START - HOUR + 80_000 },
    { kind: 'landing' },
  ]);
});

test('a silent plane of an open task raises one alarm, which its next position ends, across a restart', async () => {
  const { db } = testEngine.database;
  const { task_id: taskId } = await db
    .insertInto('watch_task')
    .values({
      ...{ account_id: 1, name: 'Survey', flight_number: 'B-7701', note: '', areas: '[]', alerts: '[]' },
      ...{ shift_range: null, is_open: true, changed_at: new Date(START) },
    })
    .returning('task_id')
    .executeTakeFirstOrThrow();
  await db.insertInto('watch_task_device').values({ task_id: taskId, tracker_id: trackerId }).execute();
  const reloads = () => testEngine.metricValue('wakeline_rule_reloads_total');
  const before = await reloads();
  await db
    .transaction()
    .execute((tx) => sendEvent(tx, { type: 'changed', what: 'watchTasks', accountId: 1, userId: null }));
  await eventually('the engine has the task', async () => (await reloads()) > before);

  await send(TAKEN_OFF);
  // All positions arrived at once, so the interval is not known: 30 minutes.
  clock.advance(30 * 60_000);
  const ofTask = ({ feed }: TestEngine) => feed.entries.filter(({ payload: { task } }) => task !== undefined);
  const noticesOf = (engine: TestEngine) =>
    ofTask(engine).map(({ payload: { noticeType, task } }) => {
      return [noticeType, task?.taskId, task?.reporting?.kind];
    });
  await eventually('the plane is silent', () => {
    clock.advance(10_000);
    return noticesOf(testEngine).length > 0;
  });
  expect(noticesOf(testEngine)).toEqual([['OVERDUE', taskId, 'silent']]);
  device.close();
  await testEngine.engine.stop();

  const restarted = await startTestEngine({ clock, url: testEngine.url });
  try {
    clock.advance(60 * 60_000);
    device = await connect(restarted);
    await send(REST.slice(0, 1));
    expect(noticesOf(restarted)).toEqual([['OVERDUE', taskId, 'back']]);
    const alarms = () => db.selectFrom('alarm').select(['state', 'owner', 'reason']).orderBy('seq').execute();
    const resolved = { state: 'resolved', owner: IMEI, reason: 'reportsAgain' };
    expect(await alarms()).toEqual([resolved]);

    // An alarm that somebody has acknowledged stays with its owner.
    clock.advance(30 * 60_000);
    const silent = await eventually('the plane is silent again', () => {
      clock.advance(10_000);
      return ofTask(restarted)[1];
    });
    const { user_id: ownerId } = await db
      .insertInto('app_user')
      .values({
        ...{ account_id: 1, login: 'ada', password_hash: '', permission: 'holder', config: '{}' },
        ...{ roles: [], plugins_order: [], all_groups: true },
      })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    const owned = { state: 'acknowledged', owner: 'ada', reason: null } as const;
    await db
      .insertInto('alarm')
      .values({
        ...{ account_id: 1, seq: silent.seq, tracker_id: trackerId, notice_type: 'OVERDUE', latitude: null },
        ...{ longitude: null, notice_at: new Date(silent.createdAt), changed_at: new Date(silent.createdAt) },
        ...owned,
        owner_id: ownerId,
      })
      .execute();
    device.close();
    device = await connect(restarted);
    await send(REST.slice(1, 2));
    expect(noticesOf(restarted).at(-1)).toEqual(['OVERDUE', taskId, 'back']);
    expect(await alarms()).toEqual([resolved, owned]);
  } finally {
    device.close();
    await restarted.close();
  }
});
