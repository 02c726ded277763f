import { expect, test } from 'vitest';
import { withBadge } from './menu-badges.ts';

const NOTHING = { sources: { devices: [] } };

test('has a badge while one of the sources has', () => {
  const both = withBadge(withBadge(NOTHING, 'devices', 'devices', true), 'devices', 'unregistered', true);
  expect(both.sources.devices).toEqual(['devices', 'unregistered']);
  const one = withBadge(both, 'devices', 'devices', false);
  expect(one.sources.devices).toEqual(['unregistered']);
  expect(withBadge(one, 'devices', 'unregistered', false)).toEqual(NOTHING);
});

test('contains a source once', () => {
  const state = withBadge(withBadge(NOTHING, 'devices', 'devices', true), 'devices', 'devices', true);
  expect(state.sources.devices).toEqual(['devices']);
});
