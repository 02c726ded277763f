import { expect, it } from 'vitest';
import { canonicalPhone } from './phone-number.ts';

it.each([
  '13800138000',
  '+8613800138000',
  '008613800138000',
  '8613800138000',
  '+86 138-0013-8000',
  '＋８６１３８００１３８０００',
])('writes a Chinese mobile number in one form: %s', (written) => {
  expect(canonicalPhone(written)).toBe('13800138000');
});

it.each([
  ['+1 (380) 013-8000', '+13800138000'],
  ['0033612345678', '+33612345678'],
  ['+33612345678', '+33612345678'],
  // A landline of Beijing is no mobile number: its country code stays.
  ['+861012345678', '+861012345678'],
  ['02087654321', '02087654321'],
])('keeps the country code of %s', (written, expected) => {
  expect(canonicalPhone(written)).toBe(expected);
});

it.each(['', '12', '10086', 'abc', '1380013800a', "' or 1=1", '+', '1'.repeat(21), '1'.repeat(100)])(
  'refuses %j',
  (written) => {
    expect(canonicalPhone(written)).toBeNull();
  },
);
