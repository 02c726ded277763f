import { expect, it } from 'vitest';
import { sectionAt } from './sections.ts';

it('opens the section in the address', () => {
  expect(sectionAt('security', true)).toBe('security');
  expect(sectionAt('info', true)).toBe('info');
  expect(sectionAt('devices', true)).toBe('devices');
});

it('opens the first section for a missing or unavailable one', () => {
  expect(sectionAt(null, true)).toBe('info');
  expect(sectionAt('passwords', true)).toBe('info');
  expect(sectionAt('info', false)).toBe('display');
  expect(sectionAt('devices', false)).toBe('display');
});
