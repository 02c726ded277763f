import { expect, it } from 'vitest';
import { sectionAt } from './sections.ts';

const ALL = { brand: true, delivery: true };
const NONE = { brand: false, delivery: false };

it('opens the section in the address', () => {
  expect(sectionAt('security', ALL)).toBe('security');
  expect(sectionAt('info', ALL)).toBe('info');
  expect(sectionAt('devices', ALL)).toBe('devices');
});

it('opens the first section for a missing or unavailable one', () => {
  expect(sectionAt(null, ALL)).toBe('info');
  expect(sectionAt('passwords', ALL)).toBe('info');
  expect(sectionAt('info', NONE)).toBe('display');
  expect(sectionAt('devices', NONE)).toBe('display');
  expect(sectionAt('delivery', NONE)).toBe('display');
  expect(sectionAt('delivery', { brand: false, delivery: true })).toBe('delivery');
});
