import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningServer, run, startServer } from '../server.testing.ts';

/** MMSI, degrees north and east, knots, degrees. */
type PositionByPyais = readonly [number, number, number, number, number];

const RECORDING = fileURLToPath(new URL('../feed/fixtures/recorded-harbour.nmea', import.meta.url));
const { positions }: { readonly positions: readonly PositionByPyais[] } = JSON.parse(
  readFileSync(new URL('../feed/fixtures/recorded-harbour.json', import.meta.url), 'utf8'),
);
const NO_SPEED = 102.3;
const NO_COURSE = 360;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('plays recorded AIS traffic at speed, and every vessel is where pyais has it', async () => {
  const { feedId } = await server.client.call('addFeed', {
    feedName: 'Harbour',
    kind: 'ais',
    connection: { type: 'listen', senders: [] },
    area: null,
    intervalSeconds: 1,
    unknownObjects: 'traffic',
    enabled: true,
  });
  const [feed] = (await server.client.call('queryFeeds', {})).list;
  const played = await run('simulate', [
    ...['--feed', RECORDING, '--token', feed?.token ?? ''],
    ...['--to', `127.0.0.1:${server.ports.ais}`, '--per-second', '100', '--loops', '1'],
  ]);
  expect(played).toMatchObject({ code: 0 });

  const vessels = new Set(positions.map(([mmsi]) => mmsi));
  const list = await vi.waitFor(
    async () => {
      const traffic = await server.client.call('queryFeedTraffic', { feedId, pageSize: 200 });
      expect(traffic.list.map(({ objectId }) => objectId)).toEqual(
        expect.arrayContaining([...vessels].map((mmsi) => `mmsi-${mmsi}`)),
      );
      return traffic.list;
    },
    { timeout: 30_000, interval: 100 },
  );
  // At this speed the seconds of the transponders are out of order, so the newest position need not be the last one.
  const decoded = new Set(positions.map(([mmsi, ...values]) => `mmsi-${mmsi} ${rounded(...values)}`));
  for (const { objectId, latitude, longitude, speed, course } of list) {
    const knots = speed === null ? NO_SPEED : speed / KMH_PER_KNOT;
    expect(decoded).toContain(`${objectId} ${rounded(latitude, longitude, knots, course ?? NO_COURSE)}`);
  }
});

/** pyais rounds degrees to six digits; one step of AIS is 1.7 millionths of a degree. */
function rounded(latitude: number, longitude: number, knots: number, course: number): string {
  return `${latitude.toFixed(6)} ${longitude.toFixed(6)} ${knots.toFixed(1)} ${course.toFixed(1)}`;
}
