import { describe, expect, it } from 'vitest';
import { fromHex } from '../testing/stream-example.ts';
import { Alarms } from './alarm.ts';
import type { Items } from './items.ts';
import { readItems } from './location-items.ts';
import { createProfile } from './vendor.ts';

function decodeItems(hex: string): Items {
  const items: Items = {
    gsm: null,
    satellites: null,
    battery: null,
    crossing: null,
    alarms: new Alarms(),
    attributes: {},
  };
  readItems(fromHex(hex), 0, items, createProfile(null, [], false));
  return items;
}

describe('an additional item', () => {
  it.each([
    ['110100', { overspeedAreaType: 0 }],
    ['11050100000007', { overspeedAreaType: 1, overspeedAreaId: 7 }],
    ['18020005', { drivingBits: 5 }],
    ['1803000563', { drivingBits: 5, fatigue: 99 }],
    ['0602012c', { temperature1: 300 }],
    ['0602812c', { temperature1: -300 }],
    ['2a020001', { sleep: 'deep' }],
    ['2a020006', { sleep: 'light', ioBits: 6 }],
    ['2a020000', {}],
    ['250480000001', { signals: 'lowBeam,bit31' }],
    [`051e11ff22${'ff'.repeat(27)}`, { tyrePressure: '17,,34' }],
    ['300132', { signalStrength: 50 }],
    ['300163', {}],
    // A non-standard length, an unknown item, and a truncated item.
    ['0103000000', { item01: '000000' }],
    ['EB020102', { itemEB: '0102' }],
    ['EB00', { itemEB: '' }],
    ['EB0301', { itemRest: 'eb0301' }],
    ['EB', { itemRest: 'eb' }],
  ])('%s is decoded as %o', (hex, attributes) => {
    expect(decodeItems(hex)).toMatchObject({ gsm: null, attributes });
    expect(decodeItems(hex).attributes).toEqual(attributes);
  });

  it.each([
    ['300100', 0],
    ['300110', 52],
    ['30011f', 100],
  ])('%s is decoded as a signal of %i percent', (hex, gsm) => {
    expect(decodeItems(hex)).toMatchObject({ gsm, attributes: {} });
  });
});
