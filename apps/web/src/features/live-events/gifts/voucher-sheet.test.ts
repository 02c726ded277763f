import { expect, test } from 'vitest';
import { voucherSheet } from './voucher-sheet.ts';

test('writes a row for each voucher', () => {
  const sheet = voucherSheet(
    ['Code', 'Label'],
    [
      ['7K3M-90QW', 'Fans, "gold"'],
      ['ABCD-EFGH', '粉丝'],
    ],
  );
  expect(sheet).toBe('\ufeffCode,Label\r\n7K3M-90QW,"Fans, ""gold"""\r\nABCD-EFGH,粉丝\r\n');
});

test('writes no text that a spreadsheet program would calculate', () => {
  expect(voucherSheet(['Label'], [['=1+1'], ['-2'], ['@x']])).toBe("\ufeffLabel\r\n'=1+1\r\n'-2\r\n'@x\r\n");
});
