import { setTimeout as delay } from 'node:timers/promises';
import type { FlightFix } from '@wakeline/domain/aviation/flight-step';
import { flownTrack } from '@wakeline/domain/aviation/testing/flown-track';
import pg from 'pg';
import { readSizes } from './harness/arguments.ts';
import { databaseUrlOf, makeDataFolder, removeDataFolder } from './harness/data-folder.ts';
import { type Spread, spreadOf, writeReport } from './harness/measurements.ts';
import { PacedLoad } from './harness/paced-load.ts';
import { makeWeeks } from './harness/replay-history.ts';
import { startServer } from './harness/server.ts';
import { measureYardstick } from './harness/yardstick.ts';

const sizes = readSizes('Seconds to find the legs of an aircraft again that reports once a second.', {
  days: { meaning: 'days of reports', default: 30 },
  rounds: { meaning: 'rounds', default: 5 },
  profile: { meaning: '1: write a profile of the server to bench/results', default: 0 },
});
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Four flights of three hours a day, with three hours between them. */
const FLIGHTS = 4;
const FLIGHT = [
  { seconds: 5_400 },
  { seconds: 30, speed: 150 },
  { seconds: 600, climb: 3 },
  { seconds: 9_500, course: 45 },
  { seconds: 600, climb: -3 },
  { seconds: 60, speed: 20 },
  { seconds: 10, speed: 0 },
  { seconds: 5_399 },
];
/** Rows per statement. */
const PAGE = 21_600;
const UNITS_PER_DEGREE = 1e7;
const IMEI = 13_930_000_000;

const data = makeDataFolder();
const profile = sizes.profile > 0 ? ['--cpu-prof', '--cpu-prof-dir=bench/results'] : [];
const server = await startServer({ data, execArgv: profile });
const client = new pg.Client({ connectionString: databaseUrlOf(data) });
await client.connect();
const measurements: Record<string, Spread | number> = {};
try {
  // Its only report is the newest position of the aircraft.
  const load = await PacedLoad.open(server, 1, { firstImei: IMEI, startOffset: HOUR });
  const { list } = await server.client.call('queryAllTrackers', {});
  const trackerId = list[0]?.trackerId ?? 0;
  await server.client.call('createPlane', { tailNumber: 'D-EABC', kind: 'light', trackerId });
  await load.send(1, 1);
  const end = Date.now() - 2 * HOUR;
  const start = end - sizes.days * DAY;
  const stored = await fill(trackerId, start);
  measurements.positions = stored;
  const seconds: number[] = [];
  const cpu: number[] = [];
  for (let round = 0; round < sizes.rounds; round++) {
    const before = server.cpuSeconds();
    seconds.push(await recompute(trackerId, start, end));
    cpu.push(server.cpuSeconds() - before);
    console.log(`${seconds.at(-1)?.toFixed(2)} s`);
  }
  const { total } = await server.client.call('queryLegsByPage', {});
  if (total !== sizes.days * FLIGHTS) throw new Error(`${total} of ${sizes.days * FLIGHTS} legs were found`);
  load.close();
  measurements.seconds = spreadOf(seconds);
  measurements['server CPU, seconds'] = spreadOf(cpu);
  Object.assign(measurements, await measureYardstick(data));
} finally {
  await client.end();
  await server.stop();
  removeDataFolder(data);
}
writeReport('legs', sizes, measurements);

/** Stores the positions of the days. Returns how many there are. */
async function fill(trackerId: number, start: number): Promise<number> {
  await makeWeeks(client, start, start + sizes.days * DAY);
  const track = flownTrack({ latitude: 30, longitude: 100 }, FLIGHT).slice(0, PAGE);
  const columns = [
    track.map(({ latitude }) => Math.round(latitude * UNITS_PER_DEGREE)),
    track.map(({ longitude }) => Math.round(longitude * UNITS_PER_DEGREE)),
    track.map((fix) => packed(fix)),
  ];
  for (let flight = 0; flight < sizes.days * FLIGHTS; flight++) {
    const times = track.map(({ time }) => start + flight * PAGE * 1_000 + time);
    await client.query(
      `insert into position (tracker_id, time, latitude, longitude, packed)
       select $1::int, * from unnest($2::bigint[], $3::int[], $4::int[], $5::bytea[])`,
      [trackerId, times, ...columns],
    );
  }
  await client.query('vacuum analyze position');
  return sizes.days * FLIGHTS * PAGE;
}

/** Height, speed and course as docs/pipeline.md has them, as hexadecimal text. */
function packed({ altitude, speed, course }: FlightFix): string {
  const height = Math.round((altitude ?? 0) * 10);
  const angle = Math.round((course ?? 0) * 100);
  const bytes = [
    0b111,
    ...varint(height * 2),
    ...varint(Math.round((speed ?? 0) * 100)),
    angle & 255,
    angle >> 8,
  ];
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}

/** LEB128. */
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}

/** As if all positions had arrived late. Returns the seconds that the server took. */
async function recompute(trackerId: number, from: number, to: number): Promise<number> {
  const before = await server.metric('wakeline_leg_recompute_seconds_sum');
  await client.query(
    `insert into leg_recompute (tracker_id, from_time, to_time, since, marked_at)
     values ($1, $2, $3, now() - interval '1 hour', now() - interval '1 hour')`,
    [trackerId, from, to],
  );
  for (;;) {
    const { rowCount } = await client.query('select from leg_recompute');
    const after = await server.metric('wakeline_leg_recompute_seconds_sum');
    if (rowCount === 0 && after > before) return after - before;
    await delay(100);
  }
}
