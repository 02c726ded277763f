import { LANGUAGES } from '@wakeline/contract/entities/user-config';
import type { OperationName } from '@wakeline/contract/operations';
import { REPORT_KINDS, type ReportKind } from '@wakeline/contract/reports/report-files';
import {
  missingSheetPackages,
  type ProgramCell,
  readCsvWithPython,
  readWithOpenpyxl,
  workbookToCsv,
} from '@wakeline/formats/testing/sheet-programs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../ingest/testing/eventually.ts';
import type { Person } from '../../testing/person.ts';
import { readTaskFile } from '../../testing/task-file.ts';
import { startWorld, type World, type WorldAccount } from '../../testing/world.ts';
import { connectDriven, fenceForm } from './testing/driven-device.ts';

const LONG = { tags: ['long'], skip: missingSheetPackages().length > 0, timeout: 360_000 };
const HOUR = 3_600_000;
const DAYS = { startDay: '2026-05-31', endDay: '2026-06-01' };

/** How each report is exported. */
const EXPORTS: Readonly<Record<ReportKind, readonly [OperationName, object]>> = {
  overview: ['exportOperaOverview', { ...DAYS, by: 'deviceDay' }],
  stops: ['exportStopData', DAYS],
  overspeeds: ['exportOverSpeedRecord', DAYS],
  fenceVisits: ['exportFenceDataRecord', DAYS],
  fenceVisitSums: ['exportFenceDataSums', { ...DAYS, by: 'day' }],
  warns: ['exportWarnData', DAYS],
  warnCount: ['exportWarnCount', { ...DAYS, by: 'device' }],
  locations: ['exportLocationData', DAYS],
  notices: ['exportMessageListExcel', {}],
  alarmHandling: ['exportMsgData', { startTime: Date.UTC(2026, 4, 30), endTime: Date.UTC(2026, 5, 3) }],
  instructions: ['exportInstructions', {}],
};

let world: World;
let harbour: WorldAccount;

beforeAll(async () => {
  if (LONG.skip) return;
  world = await startWorld();
  harbour = await world.account('harbour');
  const ada = await harbour.person('ada');
  // Names that a spreadsheet program could take for a formula, or a number.
  const { groupId } = await ada.call('createGroup', { groupName: '+86 码头' });
  const gull = await harbour.tracker('13900000911', '=Gull 🚢', groupId);
  await ada.call('createFence', fenceForm('@Dock, "east"', 1_000, 2_000));
  const device = await connectDriven(world, '13900000911', world.clock.now() - 6 * HOUR);
  let second = 0;
  await eventually('the device has crossed the fence', async () => {
    await device.drive([
      [second, 500, 36],
      [second + 60, 1_500, 66, ['OVERSPEED']],
      [second + 120, 2_500, 66, ['OVERSPEED']],
      [second + 180, 3_500, 36, ['SOS']],
    ]);
    second += 240;
    return (await ada.call('queryFenceDataRecord', DAYS)).total > 0;
  });
  await device.drive([
    [second, 5_000, 0],
    [second + 900, 5_000, 0],
    [second + 960, 5_600, 60],
    [second + 1_020, 6_600, 60],
  ]);
  const { list } = await ada.call('queryAllNotices', { msgType: 'SOS' });
  await ada.call('acknowledgeAlarm', { messageId: list[0]?.messageId ?? 0 });
  await ada.call('sendInstruction', { trackerIds: [gull], instruction: 'restart', confirmed: true });
});
afterAll(() => world?.stop());

async function exported(person: Person, kind: ReportKind, format: 'xlsx' | 'csv'): Promise<Buffer> {
  const [operation, payload] = EXPORTS[kind];
  // The type checker cannot infer that the payload is that of the operation.
  const started = (await person.call(operation, { ...payload, format } as never)) as {
    readonly taskProgressId: number;
  };
  return readTaskFile(world, person, started.taskProgressId);
}

/** A text of a CSV file without the apostrophe that keeps it from being a formula. */
const withoutGuard = (text: string) => text.replace(/^'(?=[=+\-@])/, '');

const pad = (value: number) => String(value).padStart(2, '0');

/** What a cell of a CSV file has for a typed one. */
function textOf(cell: ProgramCell): string {
  if (cell === null) return '';
  if (typeof cell !== 'object') return String(cell);
  if ('date' in cell) return cell.date.replace('T', ' ');
  const { seconds } = cell;
  return `${Math.floor(seconds / 3_600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(Math.floor(seconds % 60))}`;
}

/** The type that a column must have by its heading; null: it is not known by that. */
function typeOf(heading: string): 'date' | 'number' | 'string' | null {
  if (heading.includes('Asia/Shanghai')) return 'date';
  if (/[(（](km|km\/h|m|°|%)[)）]/.test(heading)) return 'number';
  return /IMEI|^Device$|设备名称|Address|地址/.test(heading) ? 'string' : null;
}

function typeOfCell(cell: ProgramCell): string {
  return cell !== null && typeof cell === 'object' ? ('date' in cell ? 'date' : 'seconds') : typeof cell;
}

test.each(LANGUAGES.flatMap((language) => REPORT_KINDS.map((kind) => [language, kind] as const)))(
  'openpyxl and LibreOffice read the values and types of a workbook: %s, %s',
  LONG,
  async (language, kind) => {
    const person = await harbour.person(`reader-${language}`, { language });
    const workbook = await exported(person, kind, 'xlsx');
    const [headings = [], ...lines] = readCsvWithPython(await exported(person, kind, 'csv'));
    const rows = lines.map((line) => line.map(withoutGuard));
    expect(rows.length).toBeGreaterThan(0);
    const typed = readWithOpenpyxl(workbook);
    const displayed = readCsvWithPython(workbookToCsv(workbook));
    expect(typed[0]).toEqual(headings);
    expect(displayed[0]).toEqual(headings);
    // Sums are in workbooks only.
    expect([0, 1]).toContain(typed.length - rows.length - 1);
    for (const [at, row] of rows.entries()) {
      const cells = typed[at + 1] ?? [];
      expect(displayed[at + 1]).toEqual(row);
      for (const [column, text] of row.entries()) {
        const cell = cells[column] ?? null;
        const day = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text} 00:00:00` : text;
        expect(textOf(cell)).toBe(day);
        const type = typeOf(headings[column] ?? '');
        if (cell !== null && type !== null)
          expect([headings[column], typeOfCell(cell)]).toEqual([headings[column], type]);
        // A duration is a number to calculate with.
        if (/^\d+:\d\d:\d\d$/.test(text)) expect(typeOfCell(cell)).toBe('seconds');
      }
    }
  },
);
