import { openSheet } from '@wakeline/formats/spreadsheets/open-sheet';
import { writeXlsx } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../ingest/testing/eventually.ts';
import type { Person } from '../../../testing/person.ts';
import { readTaskFile } from '../../../testing/task-file.ts';
import { startWorld, type World, type WorldAccount } from '../../../testing/world.ts';

const SHEET_LIMITS = { rows: 4_000, columns: 100, unpackedBytes: 16 * 1_048_576 };
const HEAD = 'Number,Name,Club,Nationality,Gender,Class,Start time,Device number';
/** 10:00 on 1 May 2027 in the time zone of the accounts, Asia/Shanghai. */
const START = Date.UTC(2027, 4, 1, 2);
const HOUR_MS = 3_600_000;

let world: World;
let account: WorldAccount;
let ada: Person;
let matchId: number;
let classId: number;
let count = 0;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  count += 1;
  account = await world.account(`lists ${count}`);
  ada = await account.person(`ada ${count}`);
  const times = { startTime: START, endTime: START + 4 * HOUR_MS };
  matchId = (await ada.call('createMatch', { matchName: 'Spring', ...times })).matchId;
  const form = { courseId: null, startMode: 'individual' as const };
  classId = (await ada.call('saveMatchClass', { matchId, classId: null, className: 'W21', ...form })).classId;
});

const csv = (...lines: readonly string[]) => new File([`${lines.join('\n')}\n`], 'runners.csv');
const listOf = async (person = ada) =>
  (await person.call('queryParticipants', { matchId, pageSize: 100 })).list;

async function save(file: File, person = ada) {
  const { taskProgressId } = await person.call('importParticipants', { matchId, file, save: true });
  return eventually('the import ends', async () => {
    const { list } = await person.call('queryAllTaskProgress', {});
    const task = list.find((one) => one.taskProgressId === taskProgressId);
    return task?.state === 'done' || task?.state === 'failed' ? task : null;
  });
}

/** Errors of each row, as `row field error`. */
async function errorsOf(file: File, person = ada): Promise<readonly string[]> {
  const { rows } = await person.call('importParticipants', { matchId, file });
  return rows.flatMap(({ row, errors }) => errors.map(({ field, error }) => `${row} ${field} ${error}`));
}

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => 'none',
    (error) => error.errorName,
  );

function textsOf(bytes: Uint8Array): readonly (readonly unknown[])[] {
  return [...openSheet(bytes, SHEET_LIMITS).rows()].flat().map(({ cells }) => cells);
}

async function workbook(...rows: readonly (readonly WrittenCell[])[]): Promise<File> {
  async function* batches() {
    yield rows;
  }
  const columns = HEAD.split(',').map((heading) => ({ heading, width: 10, format: 'general' as const }));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of writeXlsx({ name: 'Runners', columns, batches: batches() }))
    chunks.push(new Uint8Array(chunk));
  return new File(chunks, 'runners.xlsx');
}

test('adds participants, and returns the rows with errors as a sheet', async () => {
  const trackerId = await account.tracker(`86000${count}`, 'Tag');
  const file = csv(
    HEAD,
    `101,陈静,桂林定向,中国,女,w21,2027-05-01 10:02:00,086000${count}`,
    '102,Li Na,,,,,10:04,',
    '103,Bo,,,,M21,,',
  );
  const preview = await ada.call('importParticipants', { matchId, file });
  expect(preview).toMatchObject({ taskProgressId: null, total: 3, failed: 1, unknownColumns: [] });
  expect(preview.rows[1]?.cells[6]).toBe('10:04:00');
  expect(await listOf()).toEqual([]);
  const task = await save(file);
  expect(task).toMatchObject({
    state: 'done',
    name: 'Import participants (runners.csv): added 2, failed 1',
  });
  const li = { club: '', nationality: '', gender: 'unspecified', classId: null, trackerId: null };
  expect(await listOf()).toMatchObject([
    {
      ...{ number: '101', participantName: '陈静', club: '桂林定向', nationality: 'CHN', gender: 'female' },
      ...{ classId, startTime: START + 120_000, trackerId },
    },
    { ...li, number: '102', participantName: 'Li Na', startTime: START + 240_000 },
  ]);
  const failures = textsOf(await readTaskFile(world, ada, task.taskProgressId));
  expect(failures).toHaveLength(2);
  expect(failures[1]?.slice(0, 2)).toEqual(['103', 'Bo']);
  expect(failures[1]?.at(-1)).toBe('Class: This class does not exist');
  const [entry] = (await ada.call('queryAuditLog', { pageSize: 1 })).list;
  expect(entry).toMatchObject({ action: 'importParticipants', target: 'Spring' });
});

test('reads times of cells with and without a date', async () => {
  const local = Date.UTC(2027, 4, 1, 10, 6);
  const file = await workbook(
    ['1', 'Date', null, null, null, null, { localMs: local }, null],
    // 10:07:30 as a fraction of a day, as programs store a time.
    ['2', 'Time', null, null, null, null, (10 * 3_600 + 7 * 60 + 30) / 86_400, null],
    // Two hours before the start.
    ['3', 'Early', null, null, null, null, '08:00', null],
    // 22:30 is nearer on the evening before.
    ['4', 'Eve', null, null, null, null, '22:30', null],
  );
  expect((await save(file)).state).toBe('done');
  expect((await listOf()).map(({ startTime }) => (startTime ?? 0) - START)).toEqual([
    360_000,
    450_000,
    -2 * HOUR_MS,
    -11.5 * HOUR_MS,
  ]);
});

describe('names the error of', () => {
  test('each invalid cell', async () => {
    expect(
      await errorsOf(
        csv(
          HEAD,
          `${'1'.repeat(17)},,${'x'.repeat(65)},Atlantis,robot,M21,25:00,1`,
          `,${'x'.repeat(41)},,,,${'x'.repeat(41)},1.5.27,`,
          ',Late,,,,,2027-05-01 14:00:00,',
          ',In time,,,,,2027-05-01 13:59:59,',
        ),
      ),
    ).toEqual([
      '2 number field-invalid',
      '2 participantName field-invalid',
      '2 club field-invalid',
      '2 nationality nationality-unknown',
      '2 gender gender-unknown',
      '2 startTime cell-date',
      '3 participantName field-invalid',
      '3 className field-invalid',
      '3 startTime cell-date',
      '4 startTime participant-start',
    ]);
  });

  test('a number of an earlier row, or of a participant', async () => {
    await ada.call('batchCreateParticipants', {
      matchId,
      participants: [{ participantName: 'Stored', number: 'a1' }],
    });
    const preview = await ada.call('importParticipants', {
      matchId,
      file: csv(HEAD, 'A1,One,,,,,,', 'B2,Two,,,,,,', 'b2,Three,,,,,,', ',Four,,,,,,', ',Five,,,,,,'),
    });
    expect(preview.failed).toBe(2);
    expect(preview.rows.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
      ['The match has a participant with this number'],
      [],
      ['This number is repeated in the file (row 3)'],
      [],
      [],
    ]);
  });

  test('a device that is unknown, hidden, or used by another at this time', async () => {
    await account.tracker(`86001${count}`, 'Tag');
    const { groupId } = await ada.call('createGroup', { groupName: 'Mine' });
    await account.tracker(`86002${count}`, 'Own', groupId);
    const other = await (await world.account(`other ${count}`)).tracker(`86003${count}`);
    expect(other).toBeGreaterThan(0);
    const rows = [`,One,,,,,10:00,86001${count}`, `,Two,,,,,10:00,86001${count}`];
    // The third runner has the device after the first one.
    rows.push(`,Three,,,,,11:00,86001${count}`, `,Four,,,,,,86003${count}`, ',Five,,,,,,nothing');
    expect(await errorsOf(csv(HEAD, ...rows))).toEqual([
      '3 tracker participant-device-taken',
      '5 tracker tracker-unknown',
      '6 tracker tracker-unknown',
    ]);
    const guest = await account.person(`guest ${count}`, { permission: 'editor', groupIds: [groupId] });
    const seen = [`,One,,,,,,86001${count}`, `,Two,,,,,,86002${count}`];
    expect(await errorsOf(csv(HEAD, ...seen), guest)).toEqual(['2 tracker tracker-unknown']);
    expect((await save(csv(HEAD, ...rows))).state).toBe('done');
    expect((await listOf()).map(({ window }) => window)).toMatchObject([
      { from: START - 30_000, to: START + HOUR_MS - 30_000 },
      { from: START + HOUR_MS - 30_000, to: START + 4 * HOUR_MS },
    ]);
  });

  test('participants beyond the limit of a match', async () => {
    const rows = Array.from({ length: 3_001 }, (_, at) => `${at},Runner ${at},,,,,,`);
    const preview = await ada.call('importParticipants', { matchId, file: csv(HEAD, ...rows) });
    expect(preview).toMatchObject({ total: 3_001, failed: 1 });
    expect(preview.rows.at(-1)).toMatchObject({
      row: 3_002,
      errors: [{ field: 'participantName', error: 'participant-limit' }],
    });
    expect(await save(csv(HEAD, ...rows))).toMatchObject({
      name: 'Import participants (runners.csv): added 3000, failed 1',
    });
    expect((await ada.call('queryParticipants', { matchId })).total).toBe(3_000);
    expect(await errorsOf(csv(HEAD, ',One,,,,,,'))).toEqual(['2 participantName participant-limit']);
  });

  test('a file, a match, and a user', async () => {
    const file = csv(HEAD, ',One,,,,,,');
    const refused = (payload: object, person = ada) =>
      errorOf(person.call('importParticipants', { matchId, file, save: true, ...payload }));
    expect(await refused({ file: csv('Number,Club', '1,2'), save: false })).toBe('sheet-headings');
    expect(await refused({ file: new File(['x'.repeat(4 * 1_048_576 + 1)], 'large.csv') })).toBe(
      'start-list-too-large',
    );
    expect(await refused({ file: new File(['x'.repeat(5 * 1_048_576)], 'huge.csv') })).toBe(
      'start-list-too-large',
    );
    expect(await refused({ matchId: 2_000_000_000 })).toBe('match-unknown');
    const viewer = await account.person(`viewer ${count}`, { permission: 'viewer' });
    expect(await refused({}, viewer)).toBe('not-allowed');
    const outside = await (await world.account(`outside ${count}`)).person(`outside ${count}`);
    expect(await refused({}, outside)).toBe('match-unknown');
    await world.database.db
      .updateTable('match')
      .set({ state: 'archived' })
      .where('match_id', '=', matchId)
      .execute();
    expect(await refused({})).toBe('match-archived');
    expect(await listOf()).toEqual([]);
  });
});

test('imports its template without the example', async () => {
  const stream = await ada.client.stream('getParticipantTemplate', { lang: 'zh_CN' });
  const template = new Uint8Array(await new Response(stream).arrayBuffer());
  expect(textsOf(template)[0]).toEqual([
    ...['号码', '姓名', '俱乐部', '国籍', '性别', '组别', '出发时间', '设备号'],
  ]);
  const preview = await ada.call('importParticipants', { matchId, file: new File([template], 'a.xlsx') });
  expect(preview).toMatchObject({ total: 0, failed: 0, unknownColumns: [] });
});
