import { readFileSync } from 'node:fs';
import { NamedError } from '@wakeline/contract/errors';
import type { TaskProgress } from '@wakeline/contract/tasks';
import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import type { SheetCell } from '@wakeline/formats/spreadsheets/sheet-cell';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { filesInFolder } from '../../../testing/files.ts';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';
import { importDevicesWorker } from './import-devices.ts';

const TIMEOUT = { timeout: 30_000 };
const FIXTURES = new URL('../../../../../../packages/formats/src/spreadsheets/fixtures/', import.meta.url);
const LIMITS = { rows: 200_000, columns: 100, unpackedBytes: 64 * 1_048_576 };

let world: World;
let harbour: WorldAccount;
let ada: Person;
let imei = 700_000;

beforeAll(async () => {
  world = await startWorld();
  harbour = await world.account('harbour');
  ada = await harbour.person('ada');
});
beforeEach(async () => {
  // Clears the tasks that count to the hourly limit of the account.
  await world.database.db.deleteFrom('task').where('state', 'in', ['done', 'failed']).execute();
});
afterAll(() => world.stop());

function nextImei(): string {
  imei += 1;
  return String(imei);
}

function csv(...lines: readonly string[]): File {
  return new File([`${lines.join('\n')}\n`], 'devices.csv');
}

function fixture(name: string): File {
  return new File([readFileSync(new URL(name, FIXTURES))], name);
}

async function waitForTask(taskId: number | null, person = ada): Promise<TaskProgress> {
  const find = async () =>
    (await person.call('queryAllTaskProgress', {})).list.find((task) => task.taskProgressId === taskId);
  await expect.poll(async () => (await find())?.state, TIMEOUT).toMatch(/^(done|failed)$/);
  const task = await find();
  if (task === undefined) throw new Error('the task disappeared');
  return task;
}

async function importFile(file: File, person = ada): Promise<TaskProgress> {
  const { taskProgressId } = await person.call('importDevices', { file, save: true });
  return waitForTask(taskProgressId, person);
}

async function download(url: string | null): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${await ada.token()}` };
  const response = await fetch(`${world.url}${url}`, { headers });
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

const cellsOf = (bytes: Uint8Array): readonly (readonly SheetCell[])[] =>
  [...openSheet(bytes, LIMITS).rows()].flat().map(({ cells }) => cells);

async function findDevice(wanted: string) {
  return (await ada.call('queryAllTrackers', {})).list.find((tracker) => tracker.imei === wanted);
}

const countDevices = async () => (await ada.call('queryAllTrackers', {})).total;

test('registers the devices of a sheet with all of their fields', async () => {
  const { groupId } = await ada.call('createGroup', { groupName: 'Fleet' });
  const north = await ada.call('createGroup', { groupName: 'North', parentId: groupId });
  const [first, second] = [nextImei(), nextImei()];
  const task = await importFile(
    csv(
      'IMEI/ID,Name,Label,Model,Group,Icon,Protocol,IoT card,Password,Valid until,Note',
      `${first},Sea Gull,7,G900,Fleet / North,Car,JT/T 808,89860123456789012345,secret1,2030-01-01 08:00,a note`,
      `${second},设备,,,north,,,,,2030-12-31,`,
    ),
  );
  expect(task).toMatchObject({
    state: 'done',
    url: null,
    name: 'Import devices (devices.csv): registered 2, failed 0',
  });
  expect(await findDevice(first)).toMatchObject({
    trackerName: 'Sea Gull',
    label: '7',
    model: 'G900',
    groupId: north.groupId,
    iconDto: { iconUrl: 'car', iconType: 'STANDARD' },
    iotCard: '89860123456789012345',
    // Accounts have the time zone of Shanghai unless they change it.
    validUntil: Date.UTC(2030, 0, 1, 0),
    note: 'a note',
  });
  expect(await findDevice(second)).toMatchObject({
    groupId: north.groupId,
    // A date alone is the last valid day: it ends at midnight in Shanghai.
    validUntil: Date.UTC(2030, 11, 31, 16),
  });
  const stored = await world.database.db
    .selectFrom('tracker')
    .where('imei', 'in', [first, second])
    .orderBy('imei')
    .select(['protocol', 'password'])
    .execute();
  expect(stored[0]).toEqual({ protocol: 'jt808', password: 'secret1' });
  expect(stored[1]?.password).not.toBe('');
});

test('shows what it would do and the errors by cell, and stores nothing', async () => {
  const [taken, other, good] = [nextImei(), nextImei(), nextImei()];
  await harbour.tracker(taken);
  await (await world.account('quay')).tracker(other);
  const before = await countDevices();
  const preview = await ada.call('importDevices', {
    file: csv(
      'Name,IMEI/ID,Group,Icon,Protocol,Valid until,Wheels',
      `Good,${good},,,,,4`,
      `Taken,00${taken},,,,,`,
      `Elsewhere,${other},,,,,`,
      `Repeated,${good},,,,,`,
      'Rounded,8.6E+14,,,,,',
      `Unknown,${nextImei()},Nowhere,Spaceship,morse,31/12/2030,`,
      `,${nextImei()},,,,,`,
      'Shape,with space,,,,,',
      `=1+1,${nextImei()},,,,,`,
    ),
  });
  expect(preview).toMatchObject({ taskProgressId: null, total: 9, failed: 8, unknownColumns: ['Wheels'] });
  const errors = preview.rows.map(({ row, errors: list }) => [
    row,
    ...list.map(({ field, error }) => `${field} ${error}`),
  ]);
  expect(errors).toEqual([
    [2],
    [3, 'imei imei-taken'],
    [4, 'imei imei-taken'],
    [5, 'imei imei-repeated'],
    [6, 'imei cell-rounded'],
    [7, 'protocol protocol-unknown', 'validUntil cell-date'],
    [8, 'trackerName field-invalid'],
    [9, 'imei field-invalid'],
    [10, 'trackerName cell-formula'],
  ]);
  expect(preview.rows[3]?.errors[0]?.message).toBe('This IMEI/ID is repeated in the spreadsheet (row 2)');
  expect(await countDevices()).toBe(before);
});

test('names a group and an icon that do not exist', async () => {
  const file = csv('Name,IMEI/ID,Group,Icon', `A,${nextImei()},Nowhere,Spaceship`);
  const { rows } = await ada.call('importDevices', { file });
  expect(rows[0]?.errors.map(({ error }) => error)).toEqual(['group-unknown', 'icon-unknown']);
});

test('returns the rows with errors as a sheet that can be corrected and sent again', async () => {
  const [good, bad] = [nextImei(), nextImei()];
  const task = await importFile(
    csv('Name,IMEI/ID,Group,Note', `Good,${good},,`, `Bad,${bad},Nowhere,=cmd`, `Wrong,${bad},Nowhere,@cmd`),
  );
  expect(task).toMatchObject({ state: 'done', name: 'Import devices (devices.csv): registered 1, failed 2' });
  const sheet = await download(task.url);
  const [headings = [], , wrong = []] = cellsOf(sheet);
  expect(headings.slice(0, 2)).toEqual(['Name', 'IMEI/ID']);
  expect(headings.at(-1)).toBe('Error');
  expect(wrong.slice(0, 2)).toEqual(['Wrong', bad]);
  expect(wrong.at(-1)).toMatch(/^Group: This group does not exist/);
  expect(wrong.at(-2)).toBe('@cmd');
  await ada.call('createGroup', { groupName: 'Nowhere' });
  const again = await importFile(new File([Buffer.from(sheet)], 'corrected.xlsx'));
  expect(again.name).toBe('Import devices (corrected.xlsx): registered 1, failed 1');
  expect(await findDevice(bad)).toMatchObject({ trackerName: 'Bad' });
});

test('reads its own template, in both languages, and ignores the example', async () => {
  for (const lang of ['zh_CN', 'en_US'] as const) {
    const bytes = new Uint8Array(
      await new Response(await ada.client.stream('getDeviceTemplate', { lang })).arrayBuffer(),
    );
    expect(cellsOf(bytes)).toHaveLength(2);
    const preview = await ada.call('importDevices', { file: new File([bytes], 'template.xlsx') });
    expect(preview).toMatchObject({ total: 0, failed: 0, unknownColumns: [] });
    expect(preview.columns).toHaveLength(11);
  }
});

test('reads workbooks of openpyxl and LibreOffice, with formulas, merged cells and rounded numbers by row', async () => {
  for (const name of ['openpyxl.xlsx', 'libreoffice.xlsx']) {
    const { rows } = await ada.call('importDevices', { file: fixture(name) });
    const errors = rows.map(({ row, errors: list }) => [row, ...list.map(({ error }) => error)]);
    expect(errors).toEqual([
      [2],
      [3],
      [4, 'cell-rounded'],
      [5, 'cell-formula'],
      [6, 'cell-merged'],
      [8, 'cell-date'],
    ]);
  }
});

const MANY = Array.from({ length: 100_001 }, (_, at) => `Device,${at}`);

test.each([
  [
    'a renamed image',
    () => new File([Buffer.from('89504e470d0a1a0a0000000d', 'hex')], 'devices.xlsx'),
    'sheet-picture',
  ],
  ['an .xls file', () => fixture('legacy.xls'), 'sheet-legacy'],
  ['another format', () => fixture('other-format.ods'), 'sheet-type'],
  ['an encrypted file', () => fixture('encrypted.xlsx'), 'sheet-encrypted'],
  ['200 columns', () => fixture('wide.xlsx'), 'sheet-columns'],
  ['more than 100,000 rows', () => csv('Name,IMEI/ID', ...MANY), 'sheet-rows'],
  ['a sheet without headings', () => csv('Device,1', 'Device,2'), 'sheet-headings'],
  ['an empty file', () => new File([], 'devices.csv'), 'sheet-empty'],
] as const)('refuses %s by name, before and in the task', async (_, file, error) => {
  await expect(ada.call('importDevices', { file: file() })).rejects.toMatchObject({ errorName: error });
  const before = await countDevices();
  const { taskProgressId } = await ada.call('importDevices', { file: file(), save: true });
  const { task_id, failure } = await world.database.db
    .selectFrom('task')
    .where('task_id', '=', (await waitForTask(taskProgressId)).taskProgressId)
    .select(['task_id', 'failure'])
    .executeTakeFirstOrThrow();
  expect([task_id, failure]).toEqual([taskProgressId, error]);
  expect(await countDevices()).toBe(before);
});

test('stores nothing if the right is withdrawn while it runs', async () => {
  const eve = await harbour.person('eve', { permission: 'editor' });
  await eve.signIn();
  const device = nextImei();
  const { db } = world.database;
  let taskId: number | null = null;
  await db.transaction().execute(async (tx) => {
    // The task waits for the icons, between its first check and the rows.
    await sql`lock table tracker_icon in access exclusive mode`.execute(tx);
    const file = csv('Name,IMEI/ID', `A,${device}`);
    ({ taskProgressId: taskId } = await eve.call('importDevices', { file, save: true }));
    const isWaiting = async () =>
      (await sql`select from pg_locks where relation = 'tracker_icon'::regclass and not granted`.execute(tx))
        .rows.length;
    await expect.poll(isWaiting, TIMEOUT).toBeGreaterThan(0);
    await db
      .updateTable('app_user')
      .set({ permission: 'viewer' })
      .where('user_id', '=', eve.userId)
      .execute();
  });
  const task = await waitForTask(taskId, eve);
  expect(task).toMatchObject({ state: 'failed', reason: 'You are not allowed to do this', url: null });
  expect(await findDevice(device)).toBeUndefined();
});

test('stores nothing if the right is withdrawn after the last row was checked', async () => {
  const { db } = world.database;
  const max = await harbour.person('max', { permission: 'editor' });
  const device = nextImei();
  const files = filesInFolder({ db, root: world.dataDir, prefix: '/service', now: () => world.clock.now() });
  const written = await files.write(Buffer.from(`name,imei\nA,${device}\n`));
  const { accountId, userId } = max;
  await db.transaction().execute((tx) =>
    files.record(tx, written, {
      accountId,
      kind: 'upload',
      userId,
      mediaType: 'text/csv',
      name: 'x.csv',
      expiresAt: null,
    }),
  );
  const result = await importDevicesWorker({ db, files, clock: world.clock }).run({
    taskId: 1,
    accountId,
    userId,
    subject: {
      userId,
      stored: written.fileId,
      fileName: 'x.csv',
      language: 'en_US',
      timeZone: 'UTC',
      address: '127.0.0.1',
    },
    signal: new AbortController().signal,
    progress: async () => undefined,
  });
  expect(result?.outcome).toEqual({ added: 1, failed: 0 });
  await db.updateTable('app_user').set({ permission: 'viewer' }).where('user_id', '=', userId).execute();
  const stored = db.transaction().execute(async (tx) => result?.commit?.(tx));
  await expect(stored).rejects.toEqual(new NamedError('not-allowed'));
  expect(await findDevice(device)).toBeUndefined();
});

test('confines a user with some groups to these', async () => {
  const { groupId } = await ada.call('createGroup', { groupName: 'Seen' });
  await ada.call('createGroup', { groupName: 'Unseen' });
  const kim = await harbour.person('kim', { permission: 'editor', groupIds: [groupId] });
  const lines = ['Seen', 'Unseen', ''].map((group) => `A,${nextImei()},${group}`);
  const { rows } = await kim.call('importDevices', { file: csv('Name,IMEI/ID,Group', ...lines) });
  expect(rows.map(({ errors }) => errors[0]?.error)).toEqual([undefined, 'group-unknown', 'group-unknown']);
});

test('records in the audit log what was imported', async () => {
  const device = nextImei();
  await importFile(csv('Name,IMEI/ID', `Audited,${device}`, 'Bad,'));
  const { list } = await ada.call('queryAuditLog', { pageSize: 2 });
  expect(list[0]).toMatchObject({
    action: 'importDevices',
    target: 'devices.csv',
    after: { added: 1, failed: 1, trackers: [`Audited (${device})`] },
  });
});

test.each(['xlsx', 'csv'] as const)(
  'exports the devices to .%s, which can be imported again',
  async (format) => {
    const device = nextImei();
    const other = nextImei();
    await importFile(
      csv(
        'Name,IMEI/ID,Valid until,Icon,Note',
        `'=1+1,00${device},2030-05-06 07:08,船舶,-x`,
        `Day,${other},2030-05-06,,`,
      ),
    );
    const { taskProgressId } = await ada.call('exportDeviceDtosByEobUser', { format });
    const task = await waitForTask(taskProgressId);
    const bytes = await download(task.url);
    const [headings = [], ...rows] = cellsOf(bytes);
    expect(rows).toHaveLength(await countDevices());
    const row = rows.find((cells) => cells[1] === `00${device}`) ?? [];
    const cell = (heading: string) => row[headings.indexOf(heading)];
    expect([cell('Name'), cell('Note'), cell('Status')]).toEqual(['=1+1', '-x', 'Offline']);
    expect(cell('Valid until')).toEqual(
      format === 'xlsx' ? { localMs: Date.UTC(2030, 4, 6, 7, 8) } : '2030-05-06 07:08:00',
    );
    const lastDay = rows.find((cells) => cells[1] === other)?.[headings.indexOf('Valid until')];
    expect(lastDay).toEqual(format === 'xlsx' ? { localMs: Date.UTC(2030, 4, 6) } : '2030-05-06 00:00:00');
    const preview = await ada.call('importDevices', { file: new File([Buffer.from(bytes)], `x.${format}`) });
    // All of them are registered, and nothing else is wrong with them.
    expect(new Set(preview.rows.flatMap(({ errors }) => errors.map(({ error }) => error)))).toEqual(
      new Set(['imei-taken']),
    );
  },
);

test('has nothing to export without devices', async () => {
  const empty = await (await world.account('empty')).person('nobody');
  await expect(empty.call('exportDeviceDtosByEobUser', {})).rejects.toMatchObject({
    errorName: 'export-empty',
  });
});
