import { jt808 } from '@wakeline/protocols/jt808/jt808';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postgresPositions } from '../positions/postgres/postgres-positions.ts';
import { readTrack } from '../positions/read-track.ts';
import { fixAt, storeFixes } from '../testing/fixes.ts';
import { IS_CLUSTER } from '../testing/is-cluster.ts';
import { trimRejected } from './rejected-reports.ts';
import { TestDevice } from './testing/device.ts';
import { eventually } from './testing/eventually.ts';
import { report } from './testing/reports.ts';
import { startTestEngine, type TestEngine } from './testing/test-engine.ts';

const IMEI = '13912345678';
const NOW = Math.floor(Date.now() / 1_000) * 1_000;
const SECOND = 1_000;
const DAY = 86_400_000;

let testEngine: TestEngine;
let trackerId: number;
let device: TestDevice;

beforeEach(async () => {
  testEngine = await startTestEngine();
  trackerId = await testEngine.addTracker(IMEI);
  device = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), IMEI);
  expect(await device.logIn()).toMatchObject({ ok: true });
});

afterEach(async () => {
  device.close();
  await testEngine.close();
});

function rejected() {
  return testEngine.database.db
    .selectFrom('rejected_report')
    .select(['protocol', 'device_id', 'reason', 'raw'])
    .orderBy('rejected_id')
    .execute();
}

test('stores and acknowledges a report, and publishes it to the live feed', async () => {
  const sent = report({ time: NOW, fix: { speed: 12.5, course: 90 }, satellites: 11 });
  expect(await device.reply(device.report(sent))).toMatchObject({ ok: true });
  expect(
    await readTrack(
      { db: testEngine.database.db, positions: postgresPositions },
      { trackerId, from: NOW, to: NOW, now: NOW },
      10,
    ),
  ).toMatchObject([
    {
      time: NOW,
      satellites: 11,
      fix: { latitude: 53.5436, longitude: 9.9663, speed: 12.5, course: 90, altitude: 6 },
    },
  ]);
  expect(testEngine.feed.changes).toMatchObject([
    {
      trackerId,
      accountId: 1,
      version: 1,
      status: {
        latitude: 53.5436,
        longitude: 9.9663,
        speed: 12.5,
        direction: 90,
        status: 'RUNNING',
        fixTime: NOW,
      },
    },
  ]);
  const row = await testEngine.database.db
    .selectFrom('tracker_state')
    .selectAll()
    .where('tracker_id', '=', trackerId)
    .executeTakeFirst();
  expect(row).toMatchObject({ version: 1, fix_time: NOW, latitude: 53.5436, speed: 12.5, status: 'RUNNING' });
});

test('sets latitude 91 aside with its bytes, and acknowledges it so that it is not repeated forever', async () => {
  const frame = device.report(report({ time: NOW, fix: { latitude: 91 } }));
  expect(await device.reply(frame)).toMatchObject({ ok: true });
  expect(await rejected()).toEqual([
    { protocol: 'jt808', device_id: IMEI, reason: 'latitude-out-of-range', raw: Buffer.from(frame.bytes) },
  ]);
  expect(await testEngine.storedTimes(trackerId)).toEqual([]);
  expect(
    await testEngine.metricValue('wakeline_reports_rejected_total', { reason: 'latitude-out-of-range' }),
  ).toBe(1);
});

test('stores the other reports of a batch with an invalid one', async () => {
  const frame = device.report(
    report({ time: NOW - 2 * SECOND }),
    report({ time: NOW - SECOND, fix: { longitude: 181 } }),
    report({ time: NOW }),
  );
  expect(await device.reply(frame)).toMatchObject({ ok: true });
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW - 2 * SECOND, NOW]);
  expect(await rejected()).toMatchObject([{ reason: 'longitude-out-of-range' }]);
});

test('sets aside a report from 2099, so that later reports still move the marker', async () => {
  await device.reply(device.report(report({ time: Date.UTC(2099, 0, 1) })));
  expect(await rejected()).toMatchObject([{ reason: 'time-in-future' }]);
  await device.reply(device.report(report({ time: NOW })));
  expect(testEngine.feed.changes.at(-1)).toMatchObject({ status: { fixTime: NOW } });
});

test('stores a report that is a year old without moving the marker', async () => {
  await device.reply(device.report(report({ time: NOW, fix: { speed: 40 } })));
  const year = NOW - 365 * DAY;
  await device.reply(device.report(report({ time: year, fix: { latitude: 50, speed: 90 } })));
  expect(await testEngine.storedTimes(trackerId)).toEqual([year, NOW]);
  expect(testEngine.feed.changes.at(-1)).toMatchObject({
    status: { latitude: 53.5436, fixTime: NOW, speed: 40, mileage: 0, status: 'RUNNING' },
  });
  expect(await testEngine.metricValue('wakeline_reports_late_total')).toBe(1);
});

test('sets aside a report older than the retention of the account', async () => {
  await device.reply(device.report(report({ time: NOW - 401 * DAY })));
  expect(await rejected()).toMatchObject([{ reason: 'time-too-old' }]);
});

test('stores and counts a duplicate once; a different position for the same time does not replace it', async () => {
  await device.reply(device.report(report({ time: NOW, fix: { latitude: 53.5 } })));
  expect(await device.reply(device.report(report({ time: NOW, fix: { latitude: 53.5 } })))).toMatchObject({
    ok: true,
  });
  expect(await device.reply(device.report(report({ time: NOW, fix: { latitude: 54 } })))).toMatchObject({
    ok: true,
  });
  expect(
    await readTrack(
      { db: testEngine.database.db, positions: postgresPositions },
      { trackerId, from: 0, to: NOW, now: NOW },
      10,
    ),
  ).toMatchObject([{ fix: { latitude: 53.5 } }]);
  expect(await testEngine.metricValue('wakeline_positions_duplicate_total')).toBe(2);
  expect(await testEngine.metricValue('wakeline_positions_stored_total')).toBe(1);
});

test('keeps the position of an imported track that is newer than all reports', async () => {
  await device.reply(device.report(report({ time: NOW - 10 * SECOND })));
  await storeFixes(testEngine.database.db, trackerId, [fixAt(NOW - 5 * SECOND, { latitude: 54 })]);
  const frame = device.report(
    report({ time: NOW - 5 * SECOND, alarms: ['SOS'] }),
    report({ time: NOW - 4 * SECOND, fix: { latitude: 53.6 } }),
  );
  expect(await device.reply(frame)).toMatchObject({ ok: true });
  const track = await readTrack(
    { db: testEngine.database.db, positions: postgresPositions },
    { trackerId, from: 0, to: NOW, now: NOW },
    10,
  );
  expect(track.map(({ fix }) => fix.latitude)).toEqual([53.5436, 54, 53.6]);
  expect(testEngine.feed.entries.map(({ payload }) => payload.noticeType)).toEqual(['SOS']);
  expect(await testEngine.metricValue('wakeline_positions_duplicate_total')).toBe(1);
  expect(await rejected()).toEqual([]);
});

test('stores the reports of two devices with the same number as one track', async () => {
  const duplicate = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), IMEI);
  await duplicate.logIn();
  const replies = await Promise.all([
    device.reply(device.report(report({ time: NOW - SECOND, fix: { latitude: 53 } }))),
    duplicate.reply(duplicate.report(report({ time: NOW, fix: { latitude: 10 } }))),
  ]);
  expect(replies.map(({ ok }) => ok)).toEqual([true, true]);
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW - SECOND, NOW]);
  expect(device.socket.closed || duplicate.socket.closed).toBe(false);
  duplicate.close();
});

test('drops and counts a frame with a wrong checksum, without a reply or closing the connection', async () => {
  const frame = device.terminal.report([report({ time: NOW - SECOND })]);
  const broken = Buffer.from(frame.bytes);
  // The last byte of the body, before checksum and flag: it belongs to an additional item with any value.
  broken.writeUInt8(broken.readUInt8(20) ^ 1, 20);
  device.socket.write(broken);
  expect(await device.reply(device.report(report({ time: NOW })))).toMatchObject({ ok: true });
  expect(device.replies.some(({ key }) => key === frame.key)).toBe(false);
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW]);
  expect(
    await testEngine.metricValue('wakeline_frame_faults_total', { protocol: 'jt808', fault: 'checksum' }),
  ).toBe(1);
});

test('counts reports at 0, 0 or without a position as a sign of life, and stores nothing', async () => {
  await device.reply(device.report(report({ time: NOW, fix: { latitude: 0, longitude: 0 } })));
  expect(await testEngine.storedTimes(trackerId)).toEqual([]);
  expect(testEngine.feed.changes.at(-1)).toMatchObject({ status: { latitude: null, status: 'STOP' } });
  expect(await testEngine.metricValue('wakeline_reports_without_place_total')).toBe(1);
});

test('logs an alarm as a numbered notice once per episode', async () => {
  await device.reply(device.report(report({ time: NOW - 3 * SECOND, alarms: ['SOS'] })));
  await device.reply(device.report(report({ time: NOW - 2 * SECOND, alarms: ['SOS', 'OUTAGE'] })));
  await device.reply(device.report(report({ time: NOW - SECOND })));
  const { rows } = await sql`
    select account_id, seq, kind, tracker_id, payload->>'noticeType' as type
    from account_log order by seq`.execute(testEngine.database.db);
  expect(rows).toEqual([
    { account_id: 1, seq: 1, kind: 'notice', tracker_id: trackerId, type: 'SOS' },
    { account_id: 1, seq: 2, kind: 'notice', tracker_id: trackerId, type: 'OUTAGE' },
  ]);
  expect(testEngine.feed.entries).toMatchObject([
    { seq: 1, payload: { noticeType: 'SOS', time: NOW - 3 * SECOND, latitude: 53.5436, longitude: 9.9663 } },
    { seq: 2, payload: { noticeType: 'OUTAGE' } },
  ]);
  expect(testEngine.feed.changes.at(-1)).toMatchObject({ status: { status: 'SOS' } });
});

test.skipIf(IS_CLUSTER)(
  'refuses reports of a tracker that was removed meanwhile, and stores the others',
  async () => {
    const other = await testEngine.addTracker('13912345679');
    const otherDevice = await TestDevice.connect(jt808, testEngine.port('jt808', 'tcp'), '13912345679');
    await otherDevice.logIn();
    // Without an event: the engine has not received it yet, as between the removal and the event.
    await sql`delete from tracker where tracker_id = ${trackerId}`.execute(testEngine.database.db);
    const frames = [device.report(report({ time: NOW })), otherDevice.report(report({ time: NOW }))] as const;
    expect(await device.reply(frames[0])).toMatchObject({ ok: false });
    expect(await otherDevice.reply(frames[1])).toMatchObject({ ok: true });
    expect(await testEngine.storedTimes(trackerId)).toEqual([]);
    expect(await testEngine.storedTimes(other)).toEqual([NOW]);
    otherDevice.close();
  },
);

test('sets aside a report that the database rejects with the reason, and stores the others', async () => {
  // A constraint of the database that the engine cannot check: 53.6 degrees cannot be stored.
  await sql`alter table position add constraint rejects_latitude check (latitude <> 536000000)`.execute(
    testEngine.database.db,
  );
  const times = Array.from({ length: 20 }, (_, index) => NOW - (20 - index) * SECOND);
  const reports = times.map((time, index) => report({ time, fix: { latitude: index === 13 ? 53.6 : 53.5 } }));
  const batch = device.report(...reports.slice(10));
  const singles = reports.slice(0, 10).map((one) => device.report(one));
  for (const frame of [batch, ...singles]) expect(await device.reply(frame)).toMatchObject({ ok: true });
  expect(await testEngine.storedTimes(trackerId)).toEqual(times.filter((_, index) => index !== 13));
  expect(await rejected()).toMatchObject([{ reason: expect.stringContaining('not-storable: ') }]);
  expect(await testEngine.metricValue('wakeline_reports_rejected_total', { reason: 'not-storable' })).toBe(1);
  // The pipeline continues.
  await device.reply(device.report(report({ time: NOW })));
  await eventually('the queue is empty', () => testEngine.engine.status().queuedReports === 0);
});

test('stores the bytes of a frame with several invalid reports once, with the count of each kind', async () => {
  const bad = (index: number, changes: Parameters<typeof report>[0]) =>
    report({ time: NOW - index * SECOND, ...changes });
  const frame = device.report(
    bad(1, { fix: { latitude: 91 } }),
    bad(2, { fix: { longitude: 181 } }),
    bad(3, {}),
    bad(4, { fix: { latitude: -91 } }),
  );
  expect(await device.reply(frame)).toMatchObject({ ok: true });
  expect(await rejected()).toEqual([
    {
      protocol: 'jt808',
      device_id: IMEI,
      reason: '2 x latitude-out-of-range, longitude-out-of-range',
      raw: Buffer.from(frame.bytes),
    },
  ]);
  expect(
    await testEngine.metricValue('wakeline_reports_rejected_total', { reason: 'latitude-out-of-range' }),
  ).toBe(2);
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW - 3 * SECOND]);
});

test('counts reports of a frame that the database rejects like other invalid ones', async () => {
  await sql`alter table position add constraint rejects_latitude check (latitude <> 536000000)`.execute(
    testEngine.database.db,
  );
  const latitudes = [53.6, 91, 53.5, 53.6, 91, 53.6, 53.5];
  const frame = device.report(
    ...latitudes.map((latitude, index) => report({ time: NOW - index * SECOND, fix: { latitude } })),
  );
  expect(await device.reply(frame)).toMatchObject({ ok: true });
  const rows = await rejected();
  expect(rows.map(({ raw }) => raw)).toEqual([Buffer.from(frame.bytes)]);
  expect(rows[0]?.reason).toContain('2 x latitude-out-of-range');
  expect(rows[0]?.reason).toMatch(/3 x not-storable: .*rejects_latitude/);
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW - 6 * SECOND, NOW - 2 * SECOND]);
});

test('retains the newest rejected reports, by number and by bytes', async () => {
  const { db } = testEngine.database;
  const insert = sql`
    insert into rejected_report (received_at, protocol, device_id, reason, raw)
    select now(), 'jt808', n::text, 'not-a-number', decode(repeat('00', n * 100), 'hex')
    from generate_series(1, 6) as n`;
  const left = async () => (await rejected()).map(({ device_id }) => device_id);
  await insert.execute(db);
  await trimRejected(db, { rows: 4, bytes: 10_000 });
  expect(await left()).toEqual(['3', '4', '5', '6']);
  await trimRejected(db, { rows: 4, bytes: 1_100 });
  expect(await left()).toEqual(['5', '6']);
  await trimRejected(db, { rows: 4, bytes: 1_100 });
  expect(await left()).toEqual(['5', '6']);
});

test('retries with pauses while the disk is full during the search for an invalid report', async () => {
  await sql`create table full_disk ()`.execute(testEngine.database.db);
  await sql`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.latitude = 536000000 then raise check_violation; end if;
      if to_regclass('full_disk') is not null then raise disk_full; end if;
      return new;
    end $$`.execute(testEngine.database.db);
  await sql`
    create trigger refuse before insert on position for each row execute function refuse()`.execute(
    testEngine.database.db,
  );
  const startedAt = performance.now();
  const frame = device.report(
    report({ time: NOW - SECOND, fix: { latitude: 53.6 } }),
    report({ time: NOW, fix: { latitude: 53.5 } }),
  );
  const failures = () => testEngine.metricValue('wakeline_commit_failures_total', { kind: 'away' });
  await eventually('the transaction has been tried five times', async () => (await failures()) >= 5);
  // Pauses of 50, 100, 200 and 400 ms lie between them.
  expect(performance.now() - startedAt).toBeGreaterThan(750);
  expect(testEngine.engine.status().storing).toBe(false);
  await sql`drop table full_disk`.execute(testEngine.database.db);
  expect(await device.reply(frame)).toMatchObject({ ok: true });
  expect(await testEngine.storedTimes(trackerId)).toEqual([NOW]);
  expect((await rejected()).length).toBe(1);
});
