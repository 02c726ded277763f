import pg from 'pg';
import { seeded } from './seeded.ts';

/** One tracker of the fleet: its start and its movement per report, degrees. */
export interface FleetTracker {
  readonly imei: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly north: number;
  readonly east: number;
}

const SEED = 4;
const FIRST_IMEI = 14_000_000_000;
/** Half of the fleet: harbours and cities, latitude and longitude, with the radius of most trackers, degrees. */
const DENSE: readonly (readonly [number, number, number])[] = [
  [31.36, 121.65, 0.25],
  [29.93, 121.96, 0.2],
  [22.5, 113.95, 0.2],
  [36.05, 120.25, 0.15],
  [38.95, 117.85, 0.15],
  [22.3, 114.15, 0.1],
  [24.45, 118.07, 0.12],
  [39.92, 116.4, 0.3],
  [30.65, 104.07, 0.2],
  [23.12, 113.3, 0.2],
  [25.27, 110.29, 0.1],
  [1.26, 103.8, 0.1],
];
/** The other half is anywhere in this area of land and coastal sea. */
const WIDE = { south: 18, north: 45, west: 95, east: 130 };
/** Maximum movement between two reports in degrees: about 100 m. */
const MAX_OFFSET = 0.001;

/** Deterministic by count. */
export function createFleet(count: number): FleetTracker[] {
  const random = seeded(SEED);
  const around = (centre: number, radius: number) => centre + radius * (random() + random() + random() - 1.5);
  return Array.from({ length: count }, (_, index) => {
    const dense = random() < 0.5 ? DENSE[Math.floor(random() * DENSE.length)] : undefined;
    return {
      imei: String(FIRST_IMEI + index),
      latitude: dense ? around(dense[0], dense[2]) : WIDE.south + random() * (WIDE.north - WIDE.south),
      longitude: dense ? around(dense[1], dense[2]) : WIDE.west + random() * (WIDE.east - WIDE.west),
      north: MAX_OFFSET * (random() - 0.5),
      east: MAX_OFFSET * (random() - 0.5),
    };
  });
}

/** Realistic names. */
const NAMES = ['沪A·', 'Truck ', '浙渔', '闽狮渔', 'Reefer ', '粤B·'];
const ICONS = ['truck', 'boat', 'car', 'bus', 'generic'];
/** Number of top-level groups, and of subgroups in each. */
const TOP_GROUPS = 20;
const SUBGROUPS = 10;

/**
 * Inserts the fleet into the only account, in groups, each tracker with a state from a minute ago. The server loads states at
 * its start: start it after this.
 */
export async function insertFleet(databaseUrl: string, fleet: readonly FleetTracker[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const groups = await insertGroups(client);
    const random = seeded(SEED + 1);
    const lastReportAt = Date.now() - 60_000;
    await client.query(
      `with fleet as (
         select * from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::float8[], $6::float8[])
           as made (imei, name, group_id, icon, latitude, longitude)
       ), made as (
         insert into tracker (account_id, group_id, name, imei, password, icon_url, model)
         select account_id, group_id, fleet.name, imei, '', icon, 'Bench 808' from fleet, account
         returning tracker_id, account_id, imei
       )
       insert into tracker_state (tracker_id, account_id, version, fix_time, latitude, longitude, altitude, speed, course,
         satellites, gsm, mileage, comm_time, status, status_since, memory)
       select tracker_id, account_id, 1, $7, latitude, longitude, 12, 36, 90, 9, 80, 1234, $7, 'RUNNING', $7, $8
       from made join fleet using (imei)`,
      [
        fleet.map(({ imei }) => imei),
        fleet.map((_, index) => `${NAMES[index % NAMES.length]}${String(index).padStart(6, '0')}`),
        fleet.map(() => groups[Math.floor(random() * groups.length)] ?? null),
        fleet.map(() => ICONS[Math.floor(random() * ICONS.length)] ?? 'generic'),
        fleet.map(({ latitude }) => latitude),
        fleet.map(({ longitude }) => longitude),
        lastReportAt,
        JSON.stringify(movingSince(lastReportAt)),
      ],
    );
    await client.query('analyze tracker, tracker_state');
  } finally {
    await client.end();
  }
}

/** The rule state of a moving tracker. */
function movingSince(time: number) {
  return {
    moving: true,
    anchor: null,
    slowSince: null,
    silent: false,
    sos: null,
    lowBattery: false,
    alarms: {},
    reportedAt: time,
  };
}

/** Creates the groups and returns the ones that contain trackers; some trackers are in none. */
async function insertGroups(client: pg.Client): Promise<(number | null)[]> {
  const ids: (number | null)[] = [null];
  for (let top = 1; top <= TOP_GROUPS; top++) {
    const { rows } = await client.query<{ group_id: number }>(
      'insert into tracker_group (account_id, name) select account_id, $1 from account returning group_id',
      [`Fleet ${top}`],
    );
    const { rows: subgroups } = await client.query<{ group_id: number }>(
      `insert into tracker_group (account_id, name, parent_id)
       select account_id, $1 || '.' || number, $2 from account, generate_series(1, $3::int) as number returning group_id`,
      [`Fleet ${top}`, rows[0]?.group_id, SUBGROUPS],
    );
    ids.push(...subgroups.map(({ group_id: id }) => id));
  }
  return ids;
}
