import type { Feed } from '@wakeline/contract/trackers/feeds';
import { expect, test } from 'vitest';
import { connectionTypeOf, toFeedFields, toFeedForm } from './feed-values.ts';

const FEED: Feed = {
  feedId: 3,
  feedName: 'Coast',
  kind: 'ais',
  connection: { type: 'connect', host: 'ais.example', port: 4001 },
  area: { west: 6, south: 53, east: 9, north: 55 },
  intervalSeconds: 30,
  unknownObjects: 'ignore',
  enabled: false,
  token: null,
  status: null,
  abilities: { edit: true, remove: true },
};

test('returns the form of a feed unchanged', () => {
  const { feedId: _, token: __, status: ___, abilities: ____, ...form } = FEED;
  expect(toFeedForm(toFeedFields(FEED))).toEqual(form);
});

test('uses the connection that the kind can have', () => {
  expect(connectionTypeOf('ais', 'connect')).toBe('connect');
  expect(connectionTypeOf('adsb-sbs', 'listen')).toBe('connect');
  const fields = {
    ...toFeedFields(null),
    feedName: ' Airport ',
    kind: 'adsb-json',
    url: ' https://a.example/ ',
  } as const;
  expect(toFeedForm(fields)).toMatchObject({
    feedName: 'Airport',
    connection: { type: 'poll', url: 'https://a.example/', seconds: 5 },
    area: null,
  });
});
