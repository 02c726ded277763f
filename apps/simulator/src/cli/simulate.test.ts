import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningServer, run, startServer } from '../server.testing.ts';

/** A time in the past, so that nothing depends on the speed of the test. */
const START = Date.UTC(2026, 4, 1, 8);
const FIXES = 240;
/** One fix per second, northwards at 36 km/h: 10 m are 0.00009° of latitude. */
const POINTS = Array.from({ length: FIXES }, (_, index) => ({
  time: START + index * 1000,
  lat: Number((25.28 + index * 0.00009).toFixed(5)),
}));
const GPX = `<gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${POINTS.map(
  ({ lat, time }) =>
    `<trkpt lat="${lat}" lon="110.29"><ele>150</ele><time>${new Date(time).toISOString()}</time></trkpt>`,
).join('')}</trkseg></trk></gpx>`;

let server: RunningServer;
let folder: string;
let file: string;

beforeAll(async () => {
  server = await startServer();
  folder = await mkdtemp(join(tmpdir(), 'wakeline-tracks-'));
  file = join(folder, 'track.gpx');
  await writeFile(file, GPX);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.stop();
});

function simulate(protocol: ProtocolName, extraArguments: string): Promise<Awaited<ReturnType<typeof run>>> {
  const fixedArguments = `--gpx ${file} --protocol ${protocol} --to 127.0.0.1:${server.ports[protocol]} --start recorded --interval 1`;
  return run('simulate', [...fixedArguments.split(' '), ...extraArguments.split(' ')]);
}

const FAULTS = '--drop 0.1 --duplicate 0.2 --reorder 0.2 --cut 0.05 --delay 0-30 --outage 60/20 --resend 0.3';

describe.concurrent.each([
  ['jt808', '13912340001'],
  ['gt06', '868120100000019'],
  ['osmand', 'runner-7'],
] as const)('a track played as %s over a bad network', (protocol, imei) => {
  test('is stored completely, each fix once and at its position', async ({ expect }) => {
    const { trackerId } = await server.client.call('addTracker', { trackerName: protocol, imei });
    const result = await simulate(protocol, `--device ${imei} --rate 80 --batch 5 ${FAULTS}`);
    expect(result.err).toBe('');
    expect(result.out).toMatch(/: 240 reports sent, 240 acknowledged, [1-9]\d* resent, 0 rejections, 0 not/);
    expect(result.code).toBe(0);
    const { points } = await server.client.call('getTrackByTime', {
      trackerId,
      startTime: START - 1000,
      endTime: START + FIXES * 1000,
    });
    expect(points.map(({ time }) => time)).toEqual(POINTS.map(({ time }) => time));
    for (const [index, { lat, lng }] of points.entries()) {
      expect(lat).toBeCloseTo(POINTS[index]?.lat ?? 0, 5);
      expect(lng).toBeCloseTo(110.29, 5);
    }
  });
});

test('reports at the end that an unregistered device was rejected', async () => {
  const result = await simulate('jt808', '--device 13912349999 --rate 1000 --patience 2');
  expect(result.out).toContain('240 not acknowledged');
  expect(result.err).toContain('last error: the server rejected');
  expect(result.code).toBe(1);
});

test.each([
  ['a missing file', '--gpx /nowhere/track.gpx', 'file-unreadable: '],
  ['an unknown protocol', '--gpx x --protocol telex', 'protocol-unknown: '],
  ['an id that the protocol cannot carry', `--protocol gt06 --device boat`, 'device-id-invalid: '],
])('reports %s in one line', async (_, args, expectedError) => {
  const allArguments = args.includes('--gpx') ? args : `--gpx ${file} ${args}`;
  const result = await run('simulate', allArguments.split(' '));
  expect(result.err).toContain(expectedError);
  expect(result.err.trim().split('\n')).toHaveLength(1);
  expect(result.code).toBe(2);
});
