import { describe, expect, it } from 'vitest';
import { createProfile, vendorOf } from './vendor.ts';

describe('a vendor', () => {
  it.each([
    ['G10LS', 'g10ls'],
    ['g10-ls 4G', 'g10ls'],
    ['BSJ-EG01', 'bsj'],
    ['bsj km02', 'bsj'],
    ['W15L', 'seeworld'],
    ['JC371', 'jimi'],
    ['jc 181', 'jimi'],
    ['AL300', 'aovx'],
    ['VL300', 'vl300'],
    ['G-360P', 'padlock'],
    ['S21L', 's21l'],
    ['Goome', 'goome'],
  ])('is detected by the model %s', (model, name) => {
    expect(vendorOf(model)?.name).toBe(name);
    expect(vendorOf(model)?.name).toBe(name);
  });

  it.each(['', 'T1', 'XG10LS', 'JC', 'G10', '型号'])('is not detected by the model "%s"', (model) => {
    expect(vendorOf(model)).toBeNull();
  });

  it('of the account takes precedence over the registration', () => {
    const details = { model: 'W15L', plainCoordinates: false };
    expect(createProfile(details, ['G10LS', ''], false).vendor?.name).toBe('seeworld');
  });

  it('falls back to the registered model or manufacturer', () => {
    const details = { model: 'blue one', plainCoordinates: false };
    expect(createProfile(details, ['G10LS', ''], false).vendor?.name).toBe('g10ls');
    expect(createProfile(null, ['T1', 'BSJ'], false).vendor?.name).toBe('bsj');
    expect(createProfile(null, [], false).vendor).toBeNull();
  });

  it.each([
    ['', false, false],
    ['', true, true],
    ['G10LS', false, true],
    ['W15L', false, false],
    ['W15L', true, true],
  ])(
    'with the model "%s" and the account setting %s uses encrypted coordinates: %s',
    (model, plainCoordinates, expected) => {
      expect(createProfile({ model, plainCoordinates }, [], false).plainCoordinates).toBe(expected);
    },
  );
});
