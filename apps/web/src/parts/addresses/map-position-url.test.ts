import { expect, test } from 'vitest';
import { buildMapPositionUrl, parseMapPosition } from './map-position-url.ts';

const parse = (at: string) => parseMapPosition(new URLSearchParams({ at }));

test('reads the position that it writes', () => {
  const url = new URL(buildMapPositionUrl({ latitude: -53.5436, longitude: 179.9663 }), 'http://console');
  expect(url.pathname).toBe('/Map');
  expect(parseMapPosition(url.searchParams)).toEqual({ latitude: -53.5436, longitude: 179.9663 });
});

test.each(['', '1', '1,', '91,0', '0,181', '1,2,3', 'NaN,1', '1e1,2', '0x1,2'])('ignores %j', (at) => {
  expect(parse(at)).toBeNull();
});
