import { expect, test } from 'vitest';
import { NO_BADGES, withBadge } from './menu-badges.ts';

test('has a badge while one of the sources has', () => {
  const both = withBadge(withBadge(NO_BADGES, 'devices', 'devices', true), 'devices', 'unregistered', true);
  expect(both.sources.devices).toEqual(['devices', 'unregistered']);
  const one = withBadge(both, 'devices', 'devices', false);
  expect(one.sources.devices).toEqual(['unregistered']);
  expect(withBadge(one, 'devices', 'unregistered', false)).toEqual(NO_BADGES);
});

test('contains a source once', () => {
  const state = withBadge(withBadge(NO_BADGES, 'devices', 'devices', true), 'devices', 'devices', true);
  expect(state.sources.devices).toEqual(['devices']);
});
