import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { openSheet } from './open-sheet.ts';
import type { SheetCell, SheetLimits } from './sheet-cell.ts';

const LIMITS: SheetLimits = { rows: 1_000, columns: 100, unpackedBytes: 4 * 1_048_576 };

function fixture(name: string): Uint8Array {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
}

function rowsOf(file: string | Uint8Array, limits = LIMITS): readonly (readonly [number, ...SheetCell[]])[] {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  return [...openSheet(bytes, limits).rows()].flat().map(({ row, cells }) => [row, ...cells]);
}

const EVENING = { localMs: Date.UTC(2027, 11, 31, 18) };

describe.each(['openpyxl.xlsx', 'libreoffice.xlsx'])('%s', (name) => {
  test('is read with types and row numbers', () => {
    const rows = rowsOf(fixture(name));
    expect(rows[0]).toEqual([1, 'Name', 'IMEI/ID', 'Valid until', 'Note', 'Group']);
    expect(rows[1]).toEqual([2, 'Text', '860000000000001', EVENING, 'first', 'North']);
    expect(rows[2]).toEqual([3, 'Number', 860000000000002, '2027-12-31']);
    expect(rows[3]).toEqual([4, 'Float', 8.6e14, 46752]);
    expect(rows[6]).toEqual([8, '北斗 😀', '860000000000006', true, '=1+1']);
    expect(rows).toHaveLength(7);
  });

  test('marks formulas and merged cells', () => {
    const rows = rowsOf(fixture(name));
    expect(rows[4]).toEqual([5, 'Formula', { invalid: 'formula' }]);
    expect(rows[5]?.slice(0, 5)).toEqual([6, 'Merged', '860000000000005', null, { invalid: 'merged' }]);
  });
});

test('reads a CSV file in GB18030', () => {
  const rows = rowsOf(fixture('gb18030.csv'));
  expect(rows[1]).toEqual([2, 'Text', '860000000000001', '2027-12-31 18:00:00', 'first', 'North']);
  expect(rows[6]).toEqual([8, '北斗 😀', '860000000000006', 'TRUE', { invalid: 'formula' }]);
});

test.each([
  ['with a byte order mark', '\uFEFF'],
  ['without one', ''],
])('reads a CSV file in UTF-8 %s', (_, start) => {
  expect(rowsOf(`${start}名称;号码\r\n"a;""b""";1\r\n\r\n;\r\nc;2`)).toEqual([
    [1, '名称', '号码'],
    [2, 'a;"b"', '1'],
    [5, 'c', '2'],
  ]);
});

test('removes the apostrophe that an export put before a formula', () => {
  expect(rowsOf(`a,b\n'=1+1,'tis`)[1]).toEqual([2, '=1+1', "'tis"]);
});

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 73, 72, 68, 82]);

test.each([
  ['an image with another name', PNG, 'picture'],
  ['a file of Excel 97', fixture('legacy.xls'), 'legacy'],
  ['an OpenDocument file', fixture('other-format.ods'), 'type'],
  ['a file with a password', fixture('encrypted.xlsx'), 'encrypted'],
  ['a web page', strToU8('<!doctype html><table></table>'), 'type'],
  ['a binary file', Uint8Array.from([77, 90, 0, 1, 2]), 'type'],
  ['an empty file', new Uint8Array(), 'empty'],
  ['an empty table', strToU8('\n,,\n'), 'empty'],
  ['200 columns', fixture('wide.xlsx'), 'columns'],
  ['200 columns in CSV', strToU8(Array(200).fill('x').join()), 'columns'],
  ['a truncated workbook', fixture('openpyxl.xlsx').subarray(0, 3_000), 'malformed'],
  ['an archive that is no workbook', zipSync({ 'a.txt': strToU8('a') }), 'type'],
  [
    'too many entries',
    zipSync(Object.fromEntries(Array.from({ length: 2_001 }, (_, at) => [`${at}`, PNG])), { level: 0 }),
    'entries',
  ],
  ['too long an entry name', zipSync({ ['x'.repeat(600)]: PNG }), 'entries'],
  ['an unclosed quotation in CSV', strToU8('a,b\n"1,2'), 'malformed'],
])('refuses %s', (_, bytes, code) => {
  expect(() => rowsOf(bytes)).toThrow(expect.objectContaining({ code }));
});

test('names the row after which there are too many', () => {
  const rows = Array.from({ length: 1_000_000 }, (_, at) => `${at}`).join('\n');
  expect(() => rowsOf(rows)).toThrow(expect.objectContaining({ code: 'rows', row: 1_001 }));
});

/** A workbook with this sheet, and other parts that replace those of openpyxl. */
function workbook(sheet: string, others: Readonly<Record<string, Uint8Array>> = {}): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relation = (type: string, target: string) =>
    `<Relationships><Relationship Id="r1" Type="${relations}/${type}" Target="${target}"/></Relationships>`;
  return zipSync({
    '_rels/.rels': strToU8(relation('officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><workbookPr date1904="1"/><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(relation('worksheet', 'worksheets/sheet1.xml')),
    'xl/worksheets/sheet1.xml': strToU8(sheet),
    ...others,
  });
}

test('refuses a small file that unpacks to a large one', () => {
  const bomb = workbook(`<worksheet><sheetData>${' '.repeat(16 * 1_048_576)}</sheetData></worksheet>`);
  expect(bomb.length).toBeLessThan(32_768);
  expect(() => rowsOf(bomb)).toThrow(expect.objectContaining({ code: 'expands' }));
});

test('refuses entity declarations', () => {
  const sheet = '<!DOCTYPE x [<!ENTITY a "b">]><worksheet><sheetData/></worksheet>';
  expect(() => rowsOf(workbook(sheet))).toThrow(expect.objectContaining({ code: 'entities' }));
});

test('refuses too many merged ranges', () => {
  const merges = '<mergeCell ref="A2:B2"/>'.repeat(1_001);
  const sheet = `<worksheet><sheetData/><mergeCells>${merges}</mergeCells></worksheet>`;
  expect(() => rowsOf(workbook(sheet))).toThrow(expect.objectContaining({ code: 'merges' }));
});

test('refuses a damaged part, never with an unnamed error', () => {
  const bytes = fixture('libreoffice.xlsx');
  for (let at = 0; at < bytes.length; at += 61) {
    const damaged = Uint8Array.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 0xff;
    try {
      rowsOf(damaged);
    } catch (error) {
      expect(error, `byte ${at}`).toMatchObject({ name: 'SheetError' });
    }
  }
});

test('reads cells without references, escaped characters, and errors', () => {
  const sheet =
    '<worksheet><sheetData><row><c t="inlineStr"><is><r><t>a</t></r><r><t>_x0041_</t></r><rPh><t>x</t></rPh></is></c>' +
    '<c t="e"><v>#N/A</v></c><c t="b"><v>0</v></c><c><v>1E2</v></c></row></sheetData></worksheet>';
  const opened = openSheet(workbook(sheet), LIMITS);
  expect(opened.date1904).toBe(true);
  expect([...opened.rows()].flat()).toEqual([{ row: 1, cells: ['aA', { invalid: 'error' }, false, 100] }]);
});
