import type { AttributeValue } from '@wakeline/domain/reports/report';
import { describe, expect, it } from 'vitest';
import { readStatus, toStatusWord } from './status.ts';

function decodeStatus(word: number): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {};
  readStatus(word, attributes, { is2019: false, vendor: null });
  return attributes;
}

describe('the status word', () => {
  // JT/T 808-2013 table 25 and 2019 table 25, bit by bit.
  it.each([
    [4, { outOfService: true }],
    [5, { coordinatesEncrypted: true }],
    [8, { load: 1 }],
    [10, { fuelCut: true }],
    [11, { circuitCut: true }],
    [12, { doorsLocked: true }],
    [13, { door1Open: true }],
    [14, { door2Open: true }],
    [15, { door3Open: true }],
    [16, { door4Open: true }],
    [17, { door5Open: true }],
    [18, { gnss: 'GPS' }],
    [19, { gnss: 'BeiDou' }],
    [20, { gnss: 'GLONASS' }],
    [21, { gnss: 'Galileo' }],
    [22, { moving: true }],
  ])('decodes bit %i by name', (bit, attributes) => {
    expect(decodeStatus(1 << bit)).toEqual({ ignition: false, ...attributes });
    expect(toStatusWord(attributes)).toBe(1 << bit);
  });

  it.each([6, 7, 23, 30, 31])('is stored as a whole if the unnamed bit %i is set', (bit) => {
    const word = (2 ** bit + 1) >>> 0;
    expect(decodeStatus(word)).toEqual({ ignition: true, statusBits: word });
  });

  it('gives only the ignition if no bits beyond the location are set', () => {
    expect(decodeStatus(0b1111)).toEqual({ ignition: true });
    expect(decodeStatus(0)).toEqual({ ignition: false });
  });

  it('decodes a full load and several satellite systems', () => {
    const word = (3 << 8) | (1 << 18) | (1 << 21);
    expect(decodeStatus(word)).toEqual({ ignition: false, load: 3, gnss: 'GPS+Galileo' });
    expect(toStatusWord({ load: 3, gnss: 'GPS+Galileo' })).toBe(word);
  });
});
