import { expect, it } from 'vitest';
import { sectionAt } from './sections.ts';

it('opens what the address asks for', () => {
  expect(sectionAt('security', true)).toBe('security');
  expect(sectionAt('info', true)).toBe('info');
  expect(sectionAt('devices', true)).toBe('devices');
});

it('opens the first part where the address asks for none, or for one that is not there', () => {
  expect(sectionAt(null, true)).toBe('info');
  expect(sectionAt('passwords', true)).toBe('info');
  expect(sectionAt('info', false)).toBe('display');
  expect(sectionAt('devices', false)).toBe('display');
});
