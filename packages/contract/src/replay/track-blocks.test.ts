import { expect, test } from 'vitest';
import { decodeBlock, encodeBlock } from './track-blocks.ts';

/*
 * Encoded by hand from the table in track-blocks.ts. IEEE 754: 1e12 is 426d1a94a2000000, 36.5 is 42120000, 3 is 40400000,
 * 4 is 40800000, NaN is 7fc00000.
 */
const BYTES = [
  '48000000', // 24 + 4 * 2 * (3 + 2) + 2 = 66, padded to 72
  '07000000', // trackerId
  '02000000', // fixes
  'c200', // speed 2, accuracy 64, flags 128
  '0100', // coarse
  '000000a2941a6d42', // the first time
  '00000000dc050000', // 0 and 1,500 ms
  'c0b9a643c1b9a643', // 1,135,000,000 is 43a6b9c0
  '60ebbcf260ebbcf2', // 222,500,000 is 0d4314a0, its complement f2bceb60
  '000012420000c07f', // speed
  '0000404000008040', // accuracy
  '0103', // flags
  '000000000000',
].join('');

const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

test('encodes a block as documented', () => {
  const bytes = encodeBlock({
    trackerId: 7,
    coarse: true,
    length: 2,
    time: Float64Array.of(1e12, 1e12 + 1_500),
    lng: Float64Array.of(113.5, 113.500_000_1),
    lat: Float64Array.of(-22.25, -22.25),
    columns: { accuracy: Float32Array.of(3, 4), speed: Float32Array.of(36.5, Number.NaN), gsm: null },
    flags: Uint8Array.of(1, 3),
  });
  expect(hexOf(bytes)).toBe(BYTES);
});

test('decodes a documented block', () => {
  const block = decodeBlock(bytesOf(BYTES));
  expect(block).toMatchObject({ trackerId: 7, coarse: true, length: 2 });
  expect([...block.time]).toEqual([1e12, 1e12 + 1_500]);
  expect([...block.lng]).toEqual([113.5, 113.500_000_1]);
  expect([...block.lat]).toEqual([-22.25, -22.25]);
  expect([...(block.columns.speed ?? [])]).toEqual([36.5, Number.NaN]);
  expect([...(block.columns.accuracy ?? [])]).toEqual([3, 4]);
  expect(block.columns.course).toBeNull();
  expect([...(block.flags ?? [])]).toEqual([1, 3]);
});

test.each([
  ['a wrong length field', (bytes: Uint8Array) => bytes.subarray(0, 64)],
  ['a bit for a column that it does not have', (bytes: Uint8Array) => bytes.with(12, 0xff)],
])('refuses a block with %s', (_, corrupt) => {
  const bytes = bytesOf(BYTES);
  expect(() => decodeBlock(corrupt(bytes))).toThrow(RangeError);
});
