import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { concatBytes } from '../concat-bytes.ts';
import { openSheet } from './open-sheet.ts';
import { writeCsvSheet } from './write-csv-sheet.ts';
import { writeXlsx } from './write-xlsx.ts';
import type { WrittenCell, WrittenSheet } from './written-sheet.ts';

const LIMITS = { rows: 1_000, columns: 100, unpackedBytes: 4 * 1_048_576 };
const DANGEROUS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'];

function sheetWith(...rows: (readonly WrittenCell[])[]): WrittenSheet {
  async function* batches() {
    yield rows;
  }
  return {
    name: 'Devices: 设备',
    columns: [
      { heading: 'Text', width: 20, format: 'text' },
      { heading: 'Date', width: 20, format: 'date' },
      { heading: 'Choice', width: 20, format: 'text', choices: ['North', 'South & "East"'] },
    ],
    batches: batches(),
  };
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return concatBytes(all);
}

const rowsOf = (bytes: Uint8Array) => [...openSheet(bytes, LIMITS).rows()].flat().map(({ cells }) => cells);

test('writes texts, dates and numbers that are read back unchanged', async () => {
  const date = { localMs: Date.UTC(2027, 11, 31, 18, 30, 5) };
  const text = ' <&"> _x0041_ 北斗😀 \r\n ';
  const bytes = await collect(writeXlsx(sheetWith([text, date, 'North'], ['0012', null, 1.5])));
  expect(rowsOf(bytes)).toEqual([
    ['Text', 'Date', 'Choice'],
    [text, date, 'North'],
    ['0012', null, 1.5],
  ]);
});

test('writes durations as days in the format of hours, and a last sheet that describes the first', async () => {
  const sheet = sheetWith(['Gull', { durationMs: 27.5 * 3_600_000 }]);
  const about = { name: 'About', rows: [['User', '=1+1']] as const };
  const files = unzipSync(await collect(writeXlsx({ ...sheet, about })));
  const part = (path: string) => strFromU8(files[path] ?? new Uint8Array());
  // 27.5 hours are 1.1458333 days.
  expect(part('xl/worksheets/sheet1.xml')).toMatch(/<c r="B2" s="6"><v>1\.14583333/);
  expect(part('xl/styles.xml')).toContain('<numFmt numFmtId="165" formatCode="[h]:mm:ss"/>');
  expect(part('xl/workbook.xml')).toMatch(/<sheet name="About" sheetId="3" r:id="rId4"\/><\/sheets>/);
  expect(part('xl/worksheets/sheet3.xml')).toMatch(/>User<.* s="4" t="inlineStr"><is><t[^>]*>=1\+1</);
  const csv = new TextDecoder().decode(await collect(writeCsvSheet(sheetWith([{ durationMs: 99_000_499 }]))));
  expect(csv.split('\r\n')[1]).toBe('"27:30:00"');
});

test('writes days without a time, and sums in bold at the end of a workbook', async () => {
  const day = { localMs: Date.UTC(2026, 4, 30) };
  const columns = [
    { heading: 'Day', width: 12, format: 'day' },
    { heading: 'Trips', width: 12, format: 'general' },
    { heading: 'Time', width: 12, format: 'duration' },
  ] as const;
  const sums = ['Total', 7, { durationMs: 36_000_000 }];
  const sheet = { ...sheetWith([day, 7, null]), columns, sums };
  const files = unzipSync(await collect(writeXlsx(sheet)));
  const xml = strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  // 30 May 2026 is day 46,172 of the 1900 date system; 10 hours are 0.41666 days.
  expect(xml).toContain('<c r="A2" s="7"><v>46172</v></c>');
  expect(xml).toMatch(
    /<row r="3"><c r="A3" s="3".*Total.*<c r="B3" s="8"><v>7<.*<c r="C3" s="10"><v>0\.41666/,
  );
  const csv = new TextDecoder().decode(
    await collect(writeCsvSheet({ ...sheet, ...sheetWith([day, 7]), columns })),
  );
  expect(csv.split('\r\n')).toEqual(['"Day","Trips","Time"', '"2026-05-30",7', '']);
});

test('continues on further sheets when one is full, with headings', async () => {
  const sheet = { ...sheetWith(...['a', 'b', 'c', 'd', 'e'].map((text) => [text])), sums: ['Total'] };
  const about = { name: 'About', rows: [['User', 'ada']] as const };
  // The headings and two rows for each sheet.
  const files = unzipSync(await collect(writeXlsx({ ...sheet, about }, 3)));
  const part = (path: string) => strFromU8(files[path] ?? new Uint8Array());
  const rows = (number: number) =>
    [...part(`xl/worksheets/sheet${number}.xml`).matchAll(/<c r="A(\d)"[^>]*><is><t[^>]*>([^<]*)/g)].map(
      ([, row, text]) => `${row} ${text}`,
    );
  expect([rows(1), rows(4), rows(5)]).toEqual([
    ['1 Text', '2 a', '3 b'],
    ['1 Text', '2 c', '3 d'],
    ['1 Text', '2 e', '3 Total'],
  ]);
  const names = [...part('xl/workbook.xml').matchAll(/<sheet name="([^"]*)"/g)].map(([, name]) => name);
  expect(names).toEqual(['Devices  设备', 'Devices  设备 2', 'Devices  设备 3', 'Choices', 'About']);
});

test('stores texts that look like formulas as texts, with a quotation prefix', async () => {
  const bytes = await collect(writeXlsx(sheetWith(...DANGEROUS.map((text) => [text]))));
  expect(rowsOf(bytes).slice(1)).toEqual(DANGEROUS.map((text) => [text]));
  const xml = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(xml).not.toContain('<f>');
  expect(xml.match(/ s="4" t="inlineStr"/g)).toHaveLength(DANGEROUS.length);
});

test('puts an apostrophe before texts that look like formulas in CSV', async () => {
  const bytes = await collect(writeCsvSheet(sheetWith(...DANGEROUS.map((text) => [text]))));
  const lines = new TextDecoder().decode(bytes).split('\r\n');
  for (const [at, text] of DANGEROUS.slice(0, 4).entries()) expect(lines[at + 1]).toBe(`"'${text}"`);
  expect(rowsOf(bytes).slice(1)).toEqual(DANGEROUS.map((text) => [text]));
});
