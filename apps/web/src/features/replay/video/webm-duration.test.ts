import { expect, test } from 'vitest';
import { withDuration } from './webm-duration.ts';

const hex = (text: string) =>
  Uint8Array.from(text.replaceAll(/\s/g, '').match(/../g) ?? [], (two) => Number.parseInt(two, 16));

/**
 * Written by hand after RFC 8794 and RFC 9559: an EBML header (DocType "webm"), a Segment of unknown size, Info with a
 * TimestampScale of 1,000,000 ns, and the beginning of Tracks.
 */
const HEADER = '1A45DFA3 87 4282 84 7765626D';
const SEGMENT = '18538067 01FFFFFFFFFFFFFF';
const SCALE = '2AD7B1 83 0F4240';
const REST = '1654AE6B 80 1F43B675 FF E7 81 00';

test('the duration stands at the end of Info, whose size says so, and all else is as it was', () => {
  const head = hex(`${HEADER}${SEGMENT} 1549A966 87 ${SCALE} ${REST}`);
  // 2,500 units of a millisecond as IEEE 754 double: 0x40A3880000000000.
  expect(withDuration(head, 2_500)).toEqual(
    hex(`${HEADER}${SEGMENT} 1549A966 92 ${SCALE} 4489 88 40A3880000000000 ${REST}`),
  );
});

test('it is counted in the units of the file, and a size of eight bytes stays so long', () => {
  const head = hex(`${HEADER}${SEGMENT} 1549A966 0100000000000008 2AD7B1 84 3B9ACA00 ${REST}`);
  // A unit is a second: 2.5 of them are 0x4004000000000000.
  expect(withDuration(head, 2_500)).toEqual(
    hex(`${HEADER}${SEGMENT} 1549A966 0100000000000013 2AD7B1 84 3B9ACA00 4489 88 4004000000000000 ${REST}`),
  );
});

test.each([
  ['that says it itself', `${HEADER}${SEGMENT} 1549A966 92 ${SCALE} 4489 88 40A3880000000000 ${REST}`],
  ['whose Segment knows its size', `${HEADER} 18538067 9E 1549A966 87 ${SCALE} ${REST}`],
  ['that is no EBML', '0000001866747970'],
  ['that is cut off', `${HEADER}${SEGMENT} 1549`],
  ['that is empty', ''],
])('a file %s is left alone', (_what, bytes) => {
  expect(withDuration(hex(bytes), 2_500)).toBeNull();
});
