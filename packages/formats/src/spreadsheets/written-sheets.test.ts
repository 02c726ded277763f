import { expect, test } from 'vitest';
import { concatBytes } from '../concat-bytes.ts';
import {
  missingSheetPackages,
  readCsvWithPython,
  readWithOpenpyxl,
  workbookToCsv,
} from '../testing/sheet-programs.ts';
import { writeXlsx } from './write-xlsx.ts';
import type { WrittenCell, WrittenSheet } from './written-sheet.ts';

const LONG = { tags: ['long'], skip: missingSheetPackages().length > 0, timeout: 360_000 };
const COUNT = 20_000;
const START = Date.UTC(2026, 4, 30, 1, 2, 3);
const pad = (value: number) => String(value).padStart(2, '0');

const texts = ['=1+1', '+8613900000000', '-5', '@SUM(A1)', '0012', '海鸥 & <Tern> "7"'];

async function* batches(): AsyncGenerator<readonly (readonly WrittenCell[])[]> {
  for (let at = 0; at < COUNT; at += 1) {
    const text = texts[at % texts.length] ?? '';
    yield [
      [text, { localMs: START + at * 60_000 }, { durationMs: at * 61_000 }, at % 3 === 0 ? null : at, at / 8],
    ];
  }
}

async function workbook(): Promise<Uint8Array> {
  const sheet: WrittenSheet = {
    name: 'Stops',
    columns: [
      { heading: 'Device', width: 20, format: 'text' },
      { heading: 'Start', width: 20, format: 'date' },
      { heading: 'Duration', width: 14, format: 'duration' },
      { heading: 'Trips', width: 14, format: 'general' },
      { heading: 'Mileage (km)', width: 14, format: 'general' },
    ],
    batches: batches(),
    sums: ['Total', null, { durationMs: 61_000 }, null, 7.5],
  };
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeXlsx(sheet)) chunks.push(chunk);
  return concatBytes(chunks);
}

test('openpyxl and LibreOffice read the values and types of a written workbook', LONG, async () => {
  const bytes = await workbook();
  const dateOf = (at: number) => new Date(START + at * 60_000).toISOString().slice(0, 19);
  const rows = readWithOpenpyxl(bytes);
  expect(rows).toHaveLength(COUNT + 2);
  for (let at = 0; at < COUNT; at += 1) {
    expect(rows[at + 1]).toEqual([
      texts[at % texts.length],
      { date: dateOf(at) },
      { seconds: at * 61 },
      at % 3 === 0 ? null : at,
      at / 8,
    ]);
  }
  const displayed = readCsvWithPython(workbookToCsv(bytes));
  expect(displayed).toHaveLength(COUNT + 2);
  for (let at = 0; at < COUNT; at += 1) {
    const seconds = at * 61;
    const duration = `${Math.floor(seconds / 3_600)}:${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
    expect(displayed[at + 1]?.slice(0, 3)).toEqual([
      texts[at % texts.length],
      dateOf(at).replace('T', ' '),
      duration,
    ]);
  }
  expect(displayed.at(-1)).toEqual(['Total', '', '0:01:01', '', '7.5']);
});
