import { expect, test } from 'vitest';
import { decodeNative } from './native.ts';

// `select toInt64(number) as a, toString(number) as b from numbers(3) format Native`, as a server sends it.
const THREE_ROWS = Buffer.from(
  '0203' +
    '0161' +
    '05496e743634' +
    '000000000000000001000000000000000200000000000000' +
    '0162' +
    '06537472696e67' +
    '013001310132',
  'hex',
);

test('decodes numbers and texts of several blocks', () => {
  const blocks = decodeNative(Buffer.concat([THREE_ROWS, THREE_ROWS]));
  expect(blocks.map(({ rows }) => rows)).toEqual([3, 3]);
  expect([...(blocks[1]?.numbers(0) ?? [])]).toEqual([0, 1, 2]);
  const { bytes, starts, ends } = blocks[0]?.strings(1) ?? { bytes: Buffer.alloc(0), starts: [], ends: [] };
  expect(bytes.toString('utf8', starts[2], ends[2])).toBe('2');
});

test('decodes negative integers of 64 bits, and no rows', () => {
  const head = '0161' + '05496e743634';
  const minusTwo = Buffer.from(`0101${head}feffffffffffffff`, 'hex');
  expect(decodeNative(minusTwo)[0]?.numbers(0)[0]).toBe(-2);
  expect(decodeNative(Buffer.from(`0100${head}`, 'hex'))).toEqual([]);
  expect(decodeNative(Buffer.alloc(0))).toEqual([]);
});

test('refuses a response that ends early, and types that no query selects', () => {
  for (let length = 1; length < THREE_ROWS.length; length += 1)
    expect(() => decodeNative(THREE_ROWS.subarray(0, length)), String(length)).toThrow(RangeError);
  expect(() => decodeNative(Buffer.from('01010161' + '0444617465' + '0000', 'hex'))).toThrow('Date');
  expect(() => decodeNative(THREE_ROWS)[0]?.numbers(1)).toThrow('has no numbers');
  expect(() => decodeNative(THREE_ROWS)[0]?.strings(0)).toThrow('has no text');
});
