import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import { ZipDirectory } from '@wakeline/formats/spreadsheets/zip-directory';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Person } from '../../testing/person.ts';
import { readTaskFile } from '../../testing/task-file.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';
import { readPrintedReport } from './testing/printed-report.ts';

const HOUR = 3_600_000;
/** Days since 1970-01-01; the present is 20:00 of 1 June in China. */
const MAY_30 = Date.UTC(2026, 4, 30) / 86_400_000;
const PERIOD = { startDay: '2026-05-30', endDay: '2026-05-31' };
const SHEET_LIMITS = { rows: 1_000, columns: 100, unpackedBytes: 4 * 1_048_576 };
/** Day 0 of spreadsheet programs: the reader takes a duration for a time after it. */
const EPOCH_1900_MS = Date.UTC(1899, 11, 30);

let world: World;
let harbour: WorldAccount;
let ada: Person;
let vic: Person;
let groupId: number;
let gull: number;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  groupId = (await ada.call('createGroup', { groupName: 'Quay' })).groupId;
  vic = await harbour.person('vic', { permission: 'viewer', groupIds: [groupId] });
  gull = await harbour.tracker('0013900000621', '=Gull', groupId);
  await harbour.tracker('861390000000622', 'Tern 🚤');
  const gullDay = {
    ...{ tracker_id: gull, first_fix: Date.UTC(2026, 4, 29, 17), last_fix: Date.UTC(2026, 4, 30, 15) },
    ...{
      trip_time: 20 * HOUR,
      stop_time: 3 * HOUR,
      gap_time: HOUR,
      trip_metres: 900_000,
      other_metres: 1_234,
    },
    ...{ trips: 3, stops: 2, ignition: 21 * HOUR, idle: HOUR },
    ...{ max_speed: 82.54, max_time: Date.UTC(2026, 4, 30, 3), max_latitude: 250_000_000 },
    ...{ max_longitude: 1_100_000_000, alarms: 2, overspeeds: 1, entries: 4, exits: 3 },
  };
  await world.database.db
    .insertInto('device_day')
    .values([
      { ...gullDay, day: MAY_30 },
      { ...gullDay, day: MAY_30 + 1, max_speed: 60, first_fix: null, last_fix: null },
    ])
    .execute();
});
afterAll(() => world.stop());

async function exportRows(person: Person, payload: object) {
  const { taskProgressId } = await person.call('exportOperaOverview', { ...PERIOD, ...payload });
  const bytes = new Uint8Array(await readTaskFile(world, person, taskProgressId));
  return { bytes, rows: [...openSheet(bytes, SHEET_LIMITS).rows()].flat().map(({ cells }) => cells) };
}

test('writes the rows of the screen, with their types and units', async () => {
  const { rows, bytes } = await exportRows(ada, { sort: 'mileage', direction: 'descending' });
  const { list } = await ada.call('queryOperaOverview', {
    ...PERIOD,
    sort: 'mileage',
    direction: 'descending',
  });
  const [headings, gullRow, ternRow, sums] = rows;
  // The headings, and the sums at the end.
  expect(rows).toHaveLength(1 + list.length + 1);
  expect(sums?.slice(0, 5)).toEqual(['Total', null, null, 1802.468, { localMs: EPOCH_1900_MS + 40 * HOUR }]);
  const cell = (heading: string) => gullRow?.[headings?.indexOf(heading) ?? -1];
  expect(headings?.slice(0, 5)).toEqual(['Device', 'IMEI', 'Group', 'Mileage (km)', 'Running time']);
  // Texts that look like formulas or numbers stay texts.
  expect(gullRow?.slice(0, 3)).toEqual(['=Gull', '0013900000621', 'Quay']);
  expect(list[0]).toMatchObject({ trackerName: '=Gull', mileage: 1_802_468, tripTime: 40 * HOUR });
  expect(ternRow?.[0]).toBe('Tern 🚤');
  expect(cell('Mileage (km)')).toBe(1802.468);
  expect(cell('Running time')).toEqual({ localMs: EPOCH_1900_MS + 40 * HOUR });
  expect(cell('Average speed (km/h)')).toBe(45);
  expect(cell('Highest speed (km/h)')).toBe(82.5);
  // 03:00 UTC is 11:00 in China.
  expect(cell('Time of the highest speed (Asia/Shanghai)')).toEqual({ localMs: Date.UTC(2026, 4, 30, 11) });
  expect(cell('First report (Asia/Shanghai)')).toEqual({ localMs: Date.UTC(2026, 4, 30, 1) });
  expect([cell('Trips'), cell('Stops'), cell('Alarms'), cell('Fence entries')]).toEqual([6, 4, 4, 8]);
  // 46 of 48 hours.
  expect(cell('Data coverage (%)')).toBe(95.8);
  expect(cell('Online rate (%)') ?? null).toBeNull();
  expect(ternRow?.[headings?.indexOf('Idle time') ?? -1] ?? null).toBeNull();
  const zip = new ZipDirectory(bytes, SHEET_LIMITS.unpackedBytes);
  // A chunk is only valid until the next one.
  const part = (path: string) =>
    Buffer.concat(Array.from(zip.read(path), (chunk) => Buffer.from(chunk))).toString('utf8');
  expect(part('xl/styles.xml')).toContain('formatCode="[h]:mm:ss"');
  const about = part('xl/worksheets/sheet3.xml');
  for (const text of [
    '2026-05-30 to 2026-05-31',
    'Asia/Shanghai',
    '2026-06-01 20:00:',
    ada.login,
    'By device',
  ])
    expect(about).toContain(text);
  expect(about).toContain('A stop is a standstill of 3 minutes or more.');
  for (const text of ['500 m and 5 min', '60 min', '22:00–06:00']) expect(about).toContain(text);
});

test('divides the rows as the screen does, in CSV and Chinese as well', async () => {
  const { rows } = await exportRows(ada, { by: 'deviceDay', groupIds: [groupId] });
  const { list } = await ada.call('queryOperaOverview', { ...PERIOD, by: 'deviceDay', groupIds: [groupId] });
  expect(rows[0]?.slice(0, 5)).toEqual(['Device', 'IMEI', 'Group', 'Day', 'Mileage (km)']);
  expect(rows.slice(1, -1).map((cells) => cells[3])).toEqual(
    list.map(({ startDay }) => ({ localMs: Date.parse(`${startDay}T00:00:00Z`) })),
  );
  const lin = await (await world.account('harbour-zh')).person('lin', { language: 'zh_CN' });
  await lin.call('createGroup', { groupName: '码头' });
  await (await world.account('harbour-zh')).tracker('861390000000629', '海鸥');
  const { bytes } = await exportRows(lin, { by: 'month', format: 'csv' });
  const [head, first] = new TextDecoder().decode(bytes).split('\r\n');
  expect(head).toContain('"月起始日","有数据的设备","里程（km）","运行时长"');
  expect(first).toMatch(/^"2026-05-30",0,"","","",/);
});

test('exports what the requester sees, also if all rows are more than a page', async () => {
  const { rows } = await exportRows(vic, {});
  expect(rows.slice(1, -1).map(([name]) => name)).toEqual(['=Gull']);
  // 31 days of 22 devices are 682 rows, of which 500 are fetched together.
  for (let at = 0; at < 20; at += 1) await harbour.tracker(`86139000000070${at}`, `Wren ${at}`);
  const long = await exportRows(ada, { by: 'deviceDay', startDay: '2026-05-01' });
  expect(new Set(long.rows.slice(1, -1).map(([, imei, , day]) => JSON.stringify([imei, day]))).size).toBe(
    682,
  );
  expect(long.rows).toHaveLength(1 + 682 + 1);
});

test('prints the overview with a chart of its mileage and the branding of the account', async () => {
  const logo = await sharp({ create: { width: 200, height: 50, channels: 3, background: '#0b5cad' } })
    .png()
    .toBuffer();
  const picture = new File([new Uint8Array(logo)], 'logo.png', { type: 'image/png' });
  const { url } = await ada.call('uploadPicture', { use: 'logo', picture });
  await ada.call('editUserConfig', { sysName: 'Harbour Watch', logoUrl: url });
  const { taskProgressId } = await ada.call('exportOperaOverview', {
    ...PERIOD,
    groupIds: [groupId],
    format: 'pdf',
  });
  const { file, texts } = await readPrintedReport(world, ada, taskProgressId);
  expect(file.includes('/Subtype /Image')).toBe(true);
  for (const text of [
    ...['Operation overview', 'Harbour Watch', '2026-05-30 to 2026-05-31', 'Quay', '=Gull', 'Total'],
    ...['1,802.468', '40:00:00', '82.5', '95.8', 'Mileage: top 20 devices', ada.login],
  ])
    expect(texts).toContain(text);
  expect(texts.join(' ')).toContain('A stop is a standstill of 3 minutes or more.');
}, 180_000);

test('prints the first 5,000 rows of a longer report, and says so', {
  tags: ['long'],
  timeout: 300_000,
}, async () => {
  await sql`insert into tracker (account_id, name, imei, password)
    select ${harbour.accountId}::int, 'Plover ' || n, 'plover' || n, ''
    from generate_series(1, 200) as n`.execute(world.database.db);
  // 200 devices and 31 days.
  const payload = { ...PERIOD, by: 'deviceDay', startDay: '2026-05-01', keywords: 'Plover' } as const;
  const { taskProgressId } = await ada.call('exportOperaOverview', { ...payload, format: 'pdf' });
  const { texts } = await readPrintedReport(world, ada, taskProgressId);
  expect(texts).toContain(
    '5,000 of 6,200 rows: the complete list is in the .xlsx or .csv file. Charts and totals are of all rows.',
  );
  expect(texts.filter((text) => text.startsWith('Plover '))).toHaveLength(5_000);
  await sql`delete from tracker where imei like 'plover%'`.execute(world.database.db);
});

test('refuses an export without devices, and one of too many days', async () => {
  const refusalOf = (payload: object) =>
    ada.call('exportOperaOverview', { ...PERIOD, ...payload }).then(
      () => null,
      (error: { errorName: string }) => error.errorName,
    );
  expect(await refusalOf({ keywords: 'Nothing' })).toBe('export-empty');
  expect(await refusalOf({ startDay: '2026-06-02' })).toBe('report-period');
  expect(await refusalOf({ startDay: '2025-05-30' })).toBe('report-too-long');
  // 1 to 31 May are 31 days.
  expect(await refusalOf({ by: 'deviceDay', startDay: '2026-04-30' })).toBe('report-rows-too-long');
  const { rows } = await exportRows(ada, { by: 'deviceDay', startDay: '2026-05-01', groupIds: [groupId] });
  expect(rows).toHaveLength(1 + 31 + 1);
});

test('leaves no file to a requester who loses a group while it is written', async () => {
  const { db } = world.database;
  const { taskProgressId } = await db.transaction().execute(async (tx) => {
    await sql`lock table device_day in access exclusive mode`.execute(tx);
    const started = await vic.call('exportOperaOverview', PERIOD);
    const isWaiting = async () =>
      (await sql`select from pg_locks where relation = 'device_day'::regclass and not granted`.execute(db))
        .rows.length > 0;
    await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
    await sql`delete from user_group where user_id = ${vic.userId}`.execute(db);
    return started;
  });
  const findTask = async () =>
    (await vic.call('queryAllTaskProgress', {})).list.find((one) => one.taskProgressId === taskProgressId);
  await expect.poll(async () => (await findTask())?.state, { timeout: 30_000 }).toBe('failed');
  expect(await findTask()).toMatchObject({ reason: 'You are not allowed to do this', url: null });
});

test('a device that moves to another account while a file is written is in it completely, and in no later one', async () => {
  const { db } = world.database;
  const other = await world.account('other quay');
  const imei = '861390000000699';
  const moved = await harbour.tracker(imei, 'Plover');
  await db
    .insertInto('device_day')
    .values({ tracker_id: moved, day: MAY_30, trip_time: HOUR, trip_metres: 40_000, trips: 1 })
    .execute();
  const filter = { ...PERIOD, keywords: 'Plover' };
  const { taskProgressId } = await db.transaction().execute(async (tx) => {
    await sql`lock table device_day in access exclusive mode`.execute(tx);
    const started = await ada.call('exportOperaOverview', filter);
    const isWaiting = async () =>
      (await sql`select from pg_locks where relation = 'device_day'::regclass and not granted`.execute(db))
        .rows.length > 0;
    await expect.poll(isWaiting, { timeout: 30_000 }).toBe(true);
    await sql`update tracker set account_id = ${other.accountId}, group_id = null where tracker_id = ${moved}`.execute(
      db,
    );
    return started;
  });
  const bytes = new Uint8Array(await readTaskFile(world, ada, taskProgressId));
  const rows = [...openSheet(bytes, SHEET_LIMITS).rows()].flat().map(({ cells }) => cells);
  expect(rows.map(([name]) => name)).toEqual(['Device', 'Plover', 'Total']);
  expect(rows[1]?.[3]).toBe(40);
  await expect(ada.call('exportOperaOverview', filter)).rejects.toMatchObject({ errorName: 'export-empty' });
  expect((await ada.call('queryOperaOverview', filter)).total).toBe(0);
});

test('fails with a named error if a stored filter is none of the report', async () => {
  const { task_id: taskId } = await world.database.db
    .insertInto('task')
    .values({
      account_id: harbour.accountId,
      user_id: ada.userId,
      kind: 'exportReport',
      subject: JSON.stringify({
        ...{ report: 'overview', userId: ada.userId, format: 'csv', language: 'en_US', timeZone: 'UTC' },
        ...{ filter: { ...PERIOD, by: 'planet' }, order: {} },
      }),
      state: 'failed',
      failure: 'internal',
      created_at: new Date(world.clock.now()),
    })
    .returning('task_id')
    .executeTakeFirstOrThrow();
  const { taskProgressId } = await ada.call('retryTask', { taskProgressId: taskId });
  const findTask = async () =>
    (await ada.call('queryAllTaskProgress', {})).list.find((one) => one.taskProgressId === taskProgressId);
  await expect.poll(async () => (await findTask())?.state, { timeout: 30_000 }).toBe('failed');
  expect(await findTask()).toMatchObject({ reason: 'Please submit the correct information again' });
});
