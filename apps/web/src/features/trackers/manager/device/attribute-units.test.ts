import { expect, test } from 'vitest';
import { isNamedAttribute, unitOf } from './attribute-units.ts';

test('has units where the protocols define them, and none for keys that any device may invent', () => {
  expect([unitOf('odometer'), unitOf('externalVoltage'), unitOf('temperature1')]).toEqual([
    'distance',
    'volts',
    'celsius',
  ]);
  expect(unitOf('ignition')).toBeNull();
  for (const key of ['flux', 'toString', '__proto__', ''])
    expect([isNamedAttribute(key), unitOf(key)]).toEqual([false, null]);
});
