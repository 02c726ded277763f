import { expect, test } from 'vitest';
import { endOfCode, hashCode, newCode } from './secret-code.ts';

test('creates codes in groups, which differ', () => {
  expect(newCode('voucher')).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  expect(newCode('helper')).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  expect(new Set(Array.from({ length: 1_000 }, () => newCode('helper'))).size).toBe(1_000);
  expect(endOfCode('7K3M-90QW-ABCD')).toBe('ABCD');
});

test('reads codes as people type them, and keeps kinds apart', () => {
  const hash = hashCode('voucher', '01AB-CDEF');
  for (const typed of ['01abcdef', ' 01 AB CD EF ', 'oiab-cdef', 'OLAB–CDEF'])
    expect(hashCode('voucher', typed)).toEqual(hash);
  expect(hashCode('voucher', '01AB-CDEG')).not.toEqual(hash);
  expect(hashCode('helper', '01AB-CDEF')).not.toEqual(hash);
});
