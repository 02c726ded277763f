import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresPositions } from '../positions/postgres/postgres-positions.ts';
import { readTrack } from '../positions/read-track.ts';
import { startWorld, type World } from '../testing/world.ts';
import { runImportCommand } from './traccar/testing/import-command.ts';
import { createTraccarDatabase, type TraccarDatabase } from './traccar/testing/traccar-database.ts';

const DEVICES = 1_000;
const POSITIONS_PER_DEVICE = 1_000;
/** Of the last complete hour, so that all times are in the retention, a position each minute before it. */
const END = Math.floor(Date.now() / 3_600_000) * 3_600_000;

let world: World;
let traccar: TraccarDatabase;

beforeAll(async () => {
  world = await startWorld();
  traccar = await createTraccarDatabase();
  await fill(traccar);
}, 600_000);
afterAll(async () => {
  await traccar.drop();
  await world.stop();
});

/** Device d has positions p = 1 to 1,000, at END minus p minutes; values follow from d and p. */
async function fill({ run }: TraccarDatabase): Promise<void> {
  await run(`insert into tc_groups (name) select 'Group ' || g from generate_series(1, 20) g`);
  await run(`
    insert into tc_devices (name, uniqueid, groupid)
    select 'Device ' || d, (861000000000000 + d)::text, 1 + d % 20 from generate_series(1, ${DEVICES}) d`);
  await run(
    `insert into tc_positions
       (protocol, deviceid, servertime, devicetime, fixtime, valid, latitude, longitude, altitude, speed, course, attributes, accuracy)
     select 'osmand', d, time, time, time, true, 30 + d / 1000.0, 120 + p / 1000.0, p % 500, p % 60, p % 360,
       '{"batteryLevel":' || p % 101 || ',"sat":' || p % 12 || ',"ignition":true,"odometer":' || d * 1000 + p
         || ',"distance":12.5,"totalDistance":' || p * 12.5 || ',"motion":true}', 5
     from generate_series(1, ${POSITIONS_PER_DEVICE}) p, generate_series(1, ${DEVICES}) d,
       lateral (select to_timestamp($1) at time zone 'UTC' - p * interval '1 minute' as time) times`,
    [END / 1_000],
  );
  await run('analyze');
}

async function countPositions(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from position`.execute(
    world.database.db,
  );
  return Number(rows[0]?.count);
}

test('imports 1,000 devices with 1,000,000 positions, and changes nothing in a second run', {
  tags: ['long'],
  timeout: 1_200_000,
}, async () => {
  const account = await world.account('Harbour');
  await account.person('ada');
  const first = await runImportCommand(world, [traccar.url, '--account', 'ada']);
  expect(first).toMatchObject({ status: 0, errors: '' });
  expect(first.output).toMatch(/^devices +1000 +0 +0$/m);
  expect(first.output).toMatch(/^positions +1000000 +0 +0$/m);
  expect(await countPositions()).toBe(DEVICES * POSITIONS_PER_DEVICE);
  const { db } = world.database;
  for (const [d, p] of [
    [1, 1],
    [517, 333],
    [1_000, 1_000],
  ] as const) {
    const { tracker_id } = await db
      .selectFrom('tracker')
      .where('imei', '=', String(861_000_000_000_000 + d))
      .select('tracker_id')
      .executeTakeFirstOrThrow();
    const time = END - p * 60_000;
    const window = { trackerId: tracker_id, from: time, to: time, now: END };
    const [position] = await readTrack({ db, positions: postgresPositions }, window, 1);
    expect(position).toMatchObject({
      time,
      battery: p % 101,
      satellites: p % 12,
      attributes: { ignition: true, moving: true, odometer: d * 1_000 + p, totalDistance: p * 12.5 },
    });
    expect(position?.fix.latitude).toBeCloseTo(30 + d / 1_000, 7);
    expect(position?.fix.longitude).toBeCloseTo(120 + p / 1_000, 7);
    expect(position?.fix.speed).toBeCloseTo((p % 60) * 1.852, 2);
  }
  const second = await runImportCommand(world, [traccar.url, '--account', 'ada']);
  expect(second.output).toMatch(/^devices +0 +1000 +0$/m);
  expect(second.output).toMatch(/^positions +0 +1000000 +0$/m);
  expect(await countPositions()).toBe(DEVICES * POSITIONS_PER_DEVICE);
});
