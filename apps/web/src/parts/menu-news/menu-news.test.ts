import { expect, test } from 'vitest';
import { withNews } from './menu-news.ts';

const NOTHING = { sources: { devices: [] } };

test('has news while one of the sources has', () => {
  const both = withNews(withNews(NOTHING, 'devices', 'devices', true), 'devices', 'unregistered', true);
  expect(both.sources.devices).toEqual(['devices', 'unregistered']);
  const one = withNews(both, 'devices', 'devices', false);
  expect(one.sources.devices).toEqual(['unregistered']);
  expect(withNews(one, 'devices', 'unregistered', false)).toEqual(NOTHING);
});

test('contains a source once', () => {
  const state = withNews(withNews(NOTHING, 'devices', 'devices', true), 'devices', 'devices', true);
  expect(state.sources.devices).toEqual(['devices']);
});
