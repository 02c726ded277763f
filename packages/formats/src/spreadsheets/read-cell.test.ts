import { expect, test } from 'vitest';
import { createLocalToUtc } from '../tracks/zone-time.ts';
import { readDateCell, readIdentifierCell } from './read-cell.ts';

const OPTIONS = { localToUtc: createLocalToUtc('Asia/Shanghai'), date1904: false };

test.each([
  ['860000000000001', '860000000000001'],
  [' 00123 ', '00123'],
  [860000000000001, '860000000000001'],
  [13800138000, '13800138000'],
  ['8E14', '8E14'],
])('accepts the identifier %j', (cell, value) => {
  expect(readIdentifierCell(cell)).toEqual({ value });
});

test.each([8.6e14, '8.6E+14', '8,6E+14', '8E+14', 1.5, -1, 8.9860123456789e19, 1e300])(
  'refuses the identifier %j, which has lost digits',
  (cell) => {
    expect(readIdentifierCell(cell)).toEqual({ error: 'rounded' });
  },
);

// 2027-12-31 is day 46752 of the 1900 date system and day 45290 of the other (LibreOffice: =DATE(2027;12;31)).
const MIDNIGHT = Date.UTC(2027, 11, 30, 16);

test.each([
  ['a text', '2027-12-31', MIDNIGHT],
  ['a text with slashes', '2027/12/31', MIDNIGHT],
  ['a text with a time', '2027-12-31 18:30', MIDNIGHT + 18.5 * 3_600_000],
  ['a Chinese text', '2027年12月31日', MIDNIGHT],
  ['a date cell', { localMs: Date.UTC(2027, 11, 31) }, MIDNIGHT],
  ['a number', 46752, MIDNIGHT],
  ['a number with a time', 46752.75, MIDNIGHT + 18 * 3_600_000],
])('reads %s as a date', (_, cell, value) => {
  expect(readDateCell(cell, OPTIONS)).toEqual({ value });
});

test('reads a number of the 1904 date system', () => {
  expect(readDateCell(45290, { ...OPTIONS, date1904: true })).toEqual({ value: MIDNIGHT });
});

test.each(['31/12/2027', '2027-02-30', 'tomorrow', 2027, 20271231, -5, 1e300, true])(
  'refuses %j as a date',
  (cell) => {
    expect(readDateCell(cell, OPTIONS)).toEqual({ error: 'date' });
  },
);
