import { readFileSync } from 'node:fs';
import { crc32, deflateRawSync } from 'node:zlib';
import type { Language } from '@wakeline/contract/entities/user-config';
import { writeXlsx } from '@wakeline/formats/spreadsheets/write-xlsx';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';

const TIMEOUT = { timeout: 30_000 };
const FIXTURES = new URL('../../../../../../packages/formats/src/spreadsheets/fixtures/', import.meta.url);

let world: World;
let ada: Person;
let mei: Person;

beforeAll(async () => {
  world = await startWorld();
  const harbour = await world.account('harbour');
  ada = await harbour.person('ada');
  mei = await harbour.person('mei', { language: 'zh_CN' });
  await harbour.tracker('700001');
  await (await world.account('quay')).tracker('700002');
  for (const groupName of ['Pier', 'PIER']) await ada.call('createGroup', { groupName });
});
afterAll(() => world.stop());

const csv = (...lines: readonly string[]) => new File([`${lines.join('\n')}\n`], 'devices.csv');

/** A workbook with these rows, whose third column is for dates. */
async function workbook(...rows: (readonly WrittenCell[])[]): Promise<File> {
  async function* batches() {
    yield rows;
  }
  const columns = ['Name', 'IMEI/ID', 'Valid until'].map((heading) => ({
    heading,
    width: 20,
    format: heading === 'Valid until' ? ('date' as const) : ('text' as const),
  }));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of writeXlsx({ name: 'Devices', columns, batches: batches() }))
    chunks.push(Uint8Array.from(chunk));
  return new File(chunks, 'devices.xlsx');
}

async function save(file: File): Promise<string | undefined> {
  const { taskProgressId } = await ada.call('importDevices', { file, save: true });
  const find = async () =>
    (await ada.call('queryAllTaskProgress', {})).list.find((task) => task.taskProgressId === taskProgressId);
  await expect.poll(async () => (await find())?.state, TIMEOUT).toBe('done');
  return (await find())?.name;
}

/** Each row has one error, with its texts in both languages. */
const BAD_ROWS: readonly [row: string, en: string, zh: string][] = [
  ['Taken,700001,,', 'This IMEI/ID is already registered', '该 IMEI/ID 已被登记'],
  ['Of another account,700002,,', 'This IMEI/ID is already registered', '该 IMEI/ID 已被登记'],
  ['Twice,700003,,', '', ''],
  [
    'Twice again,0700003,,',
    'This IMEI/ID is repeated in the spreadsheet (row 4)',
    '该 IMEI/ID 在表格中重复（第4行）',
  ],
  [
    'Float,8.6E+14,,',
    'The number has lost digits, please format the column as text and enter the number again',
    '号码以数字格式保存，已丢失位数；请将该列设为文本格式后重新输入',
  ],
  ['=1+1,700004,,', 'The cell has a formula, please paste its value instead', '单元格含有公式，请粘贴为数值'],
  ['Group,700005,Nowhere,', 'This group does not exist', '分组不存在'],
  [
    'Two groups,700006,pier,',
    'Several groups have this name, please enter the full path, such as North / Harbour',
    '有多个同名分组，请填写完整路径，例如“华北 / 天津”',
  ],
  ...['31/12/2030', '1969-12-30', '2100-01-02', '9999-12-31', '46752'].map(
    (date, at): [string, string, string] => [
      `Date,70001${at},,${date}`,
      'The date is not valid, please write it as 2027-12-31 or 2027-12-31 18:00',
      '日期无法识别，请使用 2027-12-31 或 2027-12-31 18:00 的格式',
    ],
  ),
];

test.each([
  ['en_US', 1],
  ['zh_CN', 2],
] as const)('names the error of each row in the language of the reader: %s', async (language, column) => {
  const person: Readonly<Record<Language, Person>> = { en_US: ada, zh_CN: mei };
  const file = csv('Name,IMEI/ID,Group,Valid until', ...BAD_ROWS.map(([row]) => row));
  const { rows } = await person[language].call('importDevices', { file });
  const messages = rows.map(({ row, errors }) => [row, errors.map(({ message }) => message).join()]);
  expect(messages).toEqual(BAD_ROWS.map((bad, at) => [at + 2, bad[column]]));
});

test('stores the valid rows of a workbook of openpyxl, and returns the others', async () => {
  const file = new File([readFileSync(new URL('openpyxl.xlsx', FIXTURES))], 'openpyxl.xlsx');
  await ada.call('createGroup', { groupName: 'North' });
  expect(await save(file)).toBe('Import devices (openpyxl.xlsx): registered 2, failed 4');
  const stored = (await ada.call('queryAllTrackers', {})).list.filter(({ imei }) => imei.startsWith('8600'));
  expect(stored.map(({ imei, validUntil }) => [imei, validUntil]).toSorted()).toEqual([
    // A date cell with a time, and a day as text: 2027-12-31 in Shanghai.
    ['860000000000001', Date.UTC(2027, 11, 31, 10)],
    ['860000000000002', Date.UTC(2027, 11, 31, 16)],
  ]);
});

test('registers dates that are texts, date cells and numbers', async () => {
  // LibreOffice displays 46752 as 2027-12-31 if it is formatted as a date.
  const file = await workbook(
    ['Text', '800001', '2027/12/31'],
    ['Date cell', '800002', { localMs: Date.UTC(2027, 11, 31) }],
    ['Number', '800003', 46_752],
    ['Number with a time', '800004', 46_752.75],
    ['Last', '800005', '2099-12-31'],
  );
  expect(await save(file)).toBe('Import devices (devices.xlsx): registered 5, failed 0');
  const stored = (await ada.call('queryAllTrackers', {})).list.filter(({ imei }) => imei.startsWith('80000'));
  const lastDay = Date.UTC(2027, 11, 31, 16);
  expect(stored.map(({ imei, validUntil }) => [imei, validUntil]).toSorted()).toEqual([
    ['800001', lastDay],
    ['800002', lastDay],
    ['800003', lastDay],
    ['800004', Date.UTC(2027, 11, 31, 10)],
    ['800005', Date.UTC(2099, 11, 31, 16)],
  ]);
});

describe('a file is refused in both languages', () => {
  const tooMany = `Name,IMEI/ID\n${'D,1\n'.repeat(1_000_000)}`;
  test.each([
    [
      '1,000,000 rows',
      () => new File([tooMany], 'devices.csv'),
      'Spreadsheets can have up to 100,000 rows, please split the file',
      '表格不能超过 10 万行，请拆分后再上传',
    ],
    [
      'headings without an IMEI',
      () => csv('Name,Number', 'a,1'),
      'The first row must have the headings, among them those of name and IMEI/ID (row 1)',
      '第一行须为表头，并包含名称和 IMEI/ID 两列（第1行）',
    ],
  ] as const)('%s', async (_, file, en, zh) => {
    for (const [person, text] of [
      [ada, en],
      [mei, zh],
    ] as const) {
      const refusal = person.call('importDevices', { file: file() });
      await expect(refusal).rejects.toMatchObject({ message: expect.stringContaining(text) as unknown });
    }
  });
});

// The reader of workbooks has a test with a smaller limit.
test('refuses a workbook that unpacks to more than 256 MiB', { tags: ['long'] }, async () => {
  const bomb = zipBomb();
  expect(bomb.length).toBeLessThan(4 * 1_048_576);
  await expect(ada.call('importDevices', { file: new File([bomb], 'devices.xlsx') })).rejects.toMatchObject({
    errorName: 'sheet-expands',
  });
});

test('finds a group by its exact name if others differ only by case', async () => {
  const file = csv('Name,IMEI/ID,Group', 'A,810001,Pier', 'B,810002,PIER', 'C,810003,PIer');
  const { rows } = await ada.call('importDevices', { file });
  expect(rows.map(({ errors }) => errors.map(({ error }) => error))).toEqual([[], [], ['group-ambiguous']]);
});

test('writes texts that look like formulas to .csv with an apostrophe', async () => {
  await ada.call('addTracker', {
    trackerName: "=cmd|' /C calc'!A0",
    imei: '900001',
    note: '@SUM(1)',
    label: '+1',
  });
  const { taskProgressId } = await ada.call('exportDeviceDtosByEobUser', {
    format: 'csv',
    deviceFilter: { keywords: '900001' },
  });
  const find = async () =>
    (await ada.call('queryAllTaskProgress', {})).list.find((task) => task.taskProgressId === taskProgressId);
  await expect.poll(async () => (await find())?.state, TIMEOUT).toBe('done');
  const headers = { authorization: `Bearer ${await ada.token()}` };
  const response = await fetch(`${world.url}${(await find())?.url}`, { headers });
  const [, line = ''] = (await response.text()).split('\r\n');
  expect(line.split(',').slice(0, 3)).toEqual([`"'=cmd|' /C calc'!A0"`, '"900001"', `"'+1"`]);
  expect(line).toContain(`,"'@SUM(1)",`);
});

/** A workbook whose sheet consists of 257 MiB of blanks. */
function zipBomb(): Buffer<ArrayBuffer> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relation = (type: string, target: string) =>
    `<Relationships><Relationship Id="r1" Type="${relations}/${type}" Target="${target}"/></Relationships>`;
  return zip({
    '_rels/.rels': Buffer.from(relation('officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': Buffer.from(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': Buffer.from(relation('worksheet', 'worksheets/sheet1.xml')),
    'xl/worksheets/sheet1.xml': Buffer.concat([
      Buffer.from('<worksheet><sheetData>'),
      Buffer.alloc(257 * 1_048_576, ' '),
      Buffer.from('</sheetData></worksheet>'),
    ]),
  });
}

/** A ZIP archive (APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
function zip(entries: Readonly<Record<string, Buffer>>): Buffer<ArrayBuffer> {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(entries)) {
    const packed = deflateRawSync(content, { level: 1 });
    // From the version to the lengths of name and extra field, the same in both headers.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(path.length, 22);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    locals.push(Buffer.from('504b0304', 'hex'), fields, Buffer.from(path), packed);
    directory.push(Buffer.from('504b01021400', 'hex'), fields, position, Buffer.from(path));
    offset += 30 + path.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write('504b0506', 0, 'hex');
  end.writeUInt16LE(directory.length / 4, 8);
  end.writeUInt16LE(directory.length / 4, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, ...directory, end]);
}
