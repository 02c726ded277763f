import type { SheetFormat } from '@wakeline/contract/trackers/import';
import {
  type CsvColumn,
  csvToCsv,
  csvToWorkbook,
  missingSheetPackages,
  type ProgramCell,
  readCsvWithPython,
  readWithOpenpyxl,
  workbookToCsv,
  writeWithOpenpyxl,
} from '@wakeline/formats/testing/sheet-programs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '../../../testing/person.ts';
import { startWorld, type World } from '../../../testing/world.ts';
import {
  csvOf,
  endOfValidity,
  MANY_DEVICES,
  manyDevices,
  rowOf,
  SHEET_HEADINGS,
  type SheetDevice,
} from './testing/many-devices.ts';

const TEST = { timeout: 600_000 };
const POLL = { timeout: 300_000, interval: 500 };
const missing = missingSheetPackages();
const title = missing.length === 0 ? '' : `: install ${missing.join(' and ')} to run them`;

let world: World;

describe.skipIf(missing.length > 0)(`large sheets of other programs${title}`, { tags: ['long'] }, () => {
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  async function createOwner(account: string): Promise<Person> {
    const person = await (await world.account(account)).person(`owner of ${account}`);
    const { groupId } = await person.call('createGroup', { groupName: 'Fleet' });
    await person.call('createGroup', { groupName: 'North', parentId: groupId });
    return person;
  }

  async function waitForTask(person: Person, taskId: number | null) {
    const find = async () =>
      (await person.call('queryAllTaskProgress', {})).list.find((task) => task.taskProgressId === taskId);
    await expect.poll(async () => (await find())?.state, POLL).toMatch(/^(done|failed)$/);
    return find();
  }

  async function importSheet(person: Person, content: Buffer): Promise<void> {
    const file = new File([Uint8Array.from(content)], 'devices.xlsx');
    const preview = await person.call('importDevices', { file });
    expect(preview).toMatchObject({ total: MANY_DEVICES, failed: 0, unknownColumns: [] });
    const { taskProgressId } = await person.call('importDevices', { file, save: true });
    expect(await waitForTask(person, taskProgressId)).toMatchObject({
      state: 'done',
      url: null,
      name: `Import devices (devices.xlsx): registered ${MANY_DEVICES}, failed 0`,
    });
  }

  async function exportSheet(person: Person, format: SheetFormat): Promise<Uint8Array> {
    const { taskProgressId } = await person.call('exportDeviceDtosByEobUser', { format });
    const task = await waitForTask(person, taskProgressId);
    const headers = { authorization: `Bearer ${await person.token()}` };
    const response = await fetch(`${world.url}${task?.url}`, { headers });
    expect(response.status).toBe(200);
    return new Uint8Array(await response.arrayBuffer());
  }

  async function readStored({ accountId }: Person) {
    const rows = await world.database.db
      .selectFrom('tracker')
      .leftJoin('tracker_group', 'tracker_group.group_id', 'tracker.group_id')
      .where('tracker.account_id', '=', accountId)
      .orderBy('imei')
      .select([
        'tracker.name',
        'imei',
        'label',
        'model',
        'tracker_group.name as group',
        'icon_url',
        'icon_type',
        'protocol',
        'iot_card',
        'password',
        'valid_until',
        'note',
      ])
      .execute();
    return rows.map((row) => ({ ...row, valid_until: row.valid_until?.getTime() }));
  }

  function expectedRow(device: SheetDevice) {
    return {
      name: device.name,
      imei: device.imei,
      label: device.label,
      model: device.model,
      group: device.group.split(' / ').at(-1) || null,
      icon_url: device.icon.toLowerCase(),
      icon_type: 'STANDARD',
      protocol: device.protocol,
      iot_card: device.iotCard,
      password: device.password,
      valid_until: endOfValidity(device),
      note: device.note,
    };
  }

  test('imports 100,000 devices of openpyxl, which reads the same values in the export', TEST, async () => {
    const owner = await createOwner('openpyxl');
    const devices = manyDevices(1);
    await importSheet(owner, writeWithOpenpyxl([SHEET_HEADINGS, ...devices.map(rowOf)]));
    expectEqualRows(await readStored(owner), devices.map(expectedRow));

    const [headings, ...rows] = readWithOpenpyxl(await exportSheet(owner, 'xlsx'));
    expect(headings?.slice(0, EXPORTED.length)).toEqual(EXPORTED);
    // Empty cells at the end of a row are not in the file.
    const expected = devices.map((device) => [...exportedCells(device), 'Offline']);
    expectEqualRows(byImei(rows), expected);
  });

  const ofLibreOffice = manyDevices(2);
  let owner: Promise<Person> | null = null;
  async function importOfLibreOffice(): Promise<Person> {
    const person = await createOwner('libreoffice');
    await importSheet(person, csvToWorkbook(csvOf(ofLibreOffice), SHEET_HEADINGS.map(columnOf)));
    return person;
  }

  test('imports 100,000 devices of LibreOffice', TEST, async () => {
    owner ??= importOfLibreOffice();
    expectEqualRows(await readStored(await owner), ofLibreOffice.map(expectedRow));
  });

  test('exports 100,000 devices to .xlsx, whose values LibreOffice displays unchanged', TEST, async () => {
    owner ??= importOfLibreOffice();
    const opened = workbookToCsv(await exportSheet(await owner, 'xlsx'));
    expectEqualRows(byImei(readExported(opened)), displayedRows(ofLibreOffice));
  });

  test('exports 100,000 devices to .csv, whose texts LibreOffice does not run', TEST, async () => {
    owner ??= importOfLibreOffice();
    const csv = await exportSheet(await owner, 'csv');
    const opened = csvToCsv(csv, Array<CsvColumn>(EXPORTED.length).fill('text'));
    // The apostrophe keeps a spreadsheet program from running the text.
    const quote = (text: string) => (/^[=+\-@]/.test(text) ? `'${text}` : text);
    const expected = displayedRows(ofLibreOffice).map((row) => row.map(quote));
    expectEqualRows(byImei(readExported(opened)), expected);
  });
});

/** Numbers and dates become such cells, as when people type them. */
function columnOf(heading: string): CsvColumn {
  if (heading === 'Valid until') return 'date';
  return heading === 'IMEI/ID' ? 'number' : 'text';
}

/** Columns of an export before those with the state. */
const EXPORTED = SHEET_HEADINGS.filter((heading) => heading !== 'Password');

function exportedCells(device: SheetDevice): readonly ProgramCell[] {
  const cells = rowOf({ ...device, isNumber: false });
  return cells.filter((_, column) => SHEET_HEADINGS[column] !== 'Password');
}

function displayedText(cell: ProgramCell): string {
  const isDate = cell !== null && typeof cell === 'object' && 'date' in cell;
  return isDate ? cell.date.replace('T', ' ') : String(cell ?? '');
}

function displayedRows(devices: readonly SheetDevice[]): readonly (readonly string[])[] {
  return devices.map((device) => exportedCells(device).map(displayedText));
}

function readExported(csv: Uint8Array): readonly (readonly string[])[] {
  const [headings, ...rows] = readCsvWithPython(csv);
  expect(headings?.slice(0, EXPORTED.length)).toEqual(EXPORTED);
  return rows.map((row) => row.slice(0, EXPORTED.length));
}

function byImei<Cell extends ProgramCell>(rows: readonly (readonly Cell[])[]): readonly (readonly Cell[])[] {
  const key = (row: readonly Cell[]) => String(row[1]);
  return rows.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** Compares rows one by one: the difference of two large lists would take minutes to print. */
function expectEqualRows(actual: readonly unknown[], expected: readonly unknown[]): void {
  const differs = (row: unknown, at: number) => JSON.stringify(row) !== JSON.stringify(expected[at]);
  const first = actual.findIndex(differs);
  if (first >= 0) expect(actual[first]).toEqual(expected[first]);
  expect([actual.length, first]).toEqual([expected.length, -1]);
}
