import { expect, test } from 'vitest';
import { DEVICE_FLAGS } from '../tracks/device-flags.ts';
import { POSITION_COLUMNS, STORED_BITS, STORED_COLUMNS, WIRE_COLUMNS, WIRE_FLAGS_BIT } from './columns.ts';

/** The first released values: stored rows and open consoles depend on them. A new column adds a line. */
const RELEASED = [
  { name: 'height', storedBit: 0, codec: 'signed', scale: 10, wireBit: 2 },
  { name: 'speed', storedBit: 1, codec: 'varint', scale: 100, wireBit: 1 },
  { name: 'course', storedBit: 2, codec: 'angle', scale: 100, wireBit: 0 },
  { name: 'satellites', storedBit: 3, codec: 'byte', scale: 1, wireBit: 5 },
  { name: 'gsm', storedBit: 4, codec: 'varint', scale: 100, wireBit: 4 },
  { name: 'battery', storedBit: 5, codec: 'varint', scale: 100, wireBit: 3 },
  { name: 'accuracy', storedBit: 7, codec: 'varint', scale: 100, wireBit: 6 },
  { name: 'altitudeKind', storedBit: 10, codec: 'byte', scale: 1, wireBit: 8 },
];

test.each(RELEASED)('$name keeps its bits and its codec', (released) => {
  expect(POSITION_COLUMNS.find(({ name }) => name === released.name)).toMatchObject(released);
});

test('keeps the other bits of a stored position and of a block', () => {
  expect(STORED_BITS).toEqual({ attributes: 6, alarms: 8, notValid: 9 });
  expect(WIRE_FLAGS_BIT).toBe(7);
});

test('uses each bit once', () => {
  const stored = [...POSITION_COLUMNS.map(({ storedBit }) => storedBit), ...Object.values(STORED_BITS)];
  expect(new Set(stored).size).toBe(stored.length);
  expect(Math.max(...stored)).toBeLessThan(31);
  const wire = [...POSITION_COLUMNS.map(({ wireBit }) => wireBit), WIRE_FLAGS_BIT];
  expect(new Set(wire).size).toBe(wire.length);
  // A block has two bytes of bits.
  expect(Math.max(...wire)).toBeLessThan(16);
});

test('orders columns by their bits', () => {
  expect(STORED_COLUMNS.slice(0, 7).map(({ name }) => name)).toEqual(
    RELEASED.slice(0, 7).map(({ name }) => name),
  );
  expect(WIRE_COLUMNS.slice(0, 7).map(({ name }) => name)).toEqual([
    'course',
    'speed',
    'height',
    'battery',
    'gsm',
    'satellites',
    'accuracy',
  ]);
});

test('keeps the bits of the flags', () => {
  expect(DEVICE_FLAGS).toEqual({ ignition: { known: 1, on: 2 }, charging: { known: 4, on: 8 } });
});
