import { expect, test } from 'vitest';
import { toCsvRecord } from './csv-record.ts';

test.each([
  // RFC 4180, 2.5 to 2.7.
  [['aaa', 'b "b" b', 'c,c'], '"aaa","b ""b"" b","c,c"\r\n'],
  [['two\r\nlines', ''], '"two\r\nlines",""\r\n'],
  // OWASP, CSV Injection: = + - @ tab and carriage return at the start of a cell, the first four also in full width.
  [["=cmd|' /C calc'!A0"], "\"'=cmd|' /C calc'!A0\"\r\n"],
  [['+1', '-1', '@SUM(A1)'], '"\'+1","\'-1","\'@SUM(A1)"\r\n'],
  [['\t=1', '\r=1', '\n=1'], '"\'\t=1","\'\r=1","\'\n=1"\r\n'],
  [['＝1', ' =1'], '"\'＝1","\' =1"\r\n'],
  // Unicode 16, categories Cc and Cf, and default ignorable characters: they are invisible, so the sign appears first in
  // the cell.
  [['\0=1', '\u001b=1', '\u0085=1'], '"\'\0=1","\'\u001b=1","\'\u0085=1"\r\n'],
  [
    ['\u200b=1', '\ufeff+1', '\u00ad-1', '\u202e@A1'],
    '"\'\u200b=1","\'\ufeff+1","\'\u00ad-1","\'\u202e@A1"\r\n',
  ],
  [['\u3164=1', '\ufe0f=1', ' \u200b =1'], '"\'\u3164=1","\'\ufe0f=1","\' \u200b =1"\r\n'],
  [['﹦1', '−1'], '"\'﹦1","\'−1"\r\n'],
  [['a=1', '船 "海鸥"'], '"a=1","船 ""海鸥"""\r\n'],
])('writes %j', (fields, record) => {
  expect(toCsvRecord(fields)).toBe(record);
});
