import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import type { TrackerState } from '@wakeline/domain/tracker-state/tracker-state';
import { CompiledQuery, type Selectable } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { StateChange } from '../live/feed.ts';

/** A tracker's state as it is, or will be, in `tracker_state`. */
export interface HeldState {
  readonly trackerId: number;
  readonly accountId: number;
  /** Grows by one with each commit that changes the state. */
  readonly version: number;
  readonly state: TrackerState;
}

type Row = Selectable<Schema['tracker_state']>;

/** Rows that are read at once. */
const PART = 5_000;

export async function loadStates(db: Db): Promise<Map<number, HeldState>> {
  const states = new Map<number, HeldState>();
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('tracker_state')
      .selectAll()
      .where('tracker_id', '>', last)
      .orderBy('tracker_id')
      .limit(PART)
      .execute();
    for (const row of rows) states.set(row.tracker_id, heldState(row));
    last = rows.at(-1)?.tracker_id ?? last;
    if (rows.length < PART) return states;
  }
}

function heldState(row: Row): HeldState {
  const { fix_time: time, latitude, longitude } = row;
  const place =
    time === null || latitude === null || longitude === null
      ? null
      : {
          time,
          latitude,
          longitude,
          altitude: row.altitude,
          speed: row.speed,
          course: row.course,
          accuracy: row.accuracy,
        };
  return {
    trackerId: row.tracker_id,
    accountId: row.account_id,
    version: row.version,
    state: {
      place,
      battery: row.battery,
      gsm: row.gsm,
      satellites: row.satellites,
      mileage: row.mileage,
      heardAt: row.comm_time,
      status: row.status,
      statusSince: row.status_since,
      memory: row.memory,
    },
  };
}

/** Writes the states, one statement for all. Fails with a foreign-key violation when a tracker has been removed. */
export async function writeStates(tx: Tx, states: Iterable<HeldState>): Promise<void> {
  const columns: (number | string | null)[][] = Array.from({ length: 18 }, () => []);
  for (const held of states) {
    rowOf(held).forEach((value, index) => {
      columns[index]?.push(value);
    });
  }
  const arrays = columns.map((values) => `{${values.map((value) => value ?? 'null').join(',')}}`);
  if (columns[0]?.length === 0) return;
  await tx.executeQuery(CompiledQuery.raw(UPSERT, arrays));
}

function rowOf({ trackerId, accountId, version, state }: HeldState): readonly (number | string | null)[] {
  const { place } = state;
  return [
    trackerId,
    accountId,
    version,
    place?.time ?? null,
    place?.latitude ?? null,
    place?.longitude ?? null,
    place?.altitude ?? null,
    place?.speed ?? null,
    place?.course ?? null,
    place?.accuracy ?? null,
    state.satellites === null ? null : Math.round(state.satellites),
    state.battery,
    state.gsm,
    state.mileage,
    state.heardAt,
    state.status,
    state.statusSince,
    // JSON's own quoting is an array element's as well: both escape quotes and backslashes by a backslash.
    JSON.stringify(JSON.stringify(state.memory)),
  ];
}

const UPSERT = `
  insert into tracker_state (tracker_id, account_id, version, fix_time, latitude, longitude, altitude, speed, course, accuracy,
    satellites, battery, gsm, mileage, comm_time, status, status_since, memory)
  select * from unnest($1::int[], $2::int[], $3::bigint[], $4::bigint[], $5::float8[], $6::float8[], $7::real[], $8::real[],
    $9::real[], $10::real[], $11::smallint[], $12::real[], $13::real[], $14::float8[], $15::bigint[], $16::text[],
    $17::bigint[], $18::jsonb[])
  on conflict (tracker_id) do update set version = excluded.version, fix_time = excluded.fix_time,
    latitude = excluded.latitude, longitude = excluded.longitude, altitude = excluded.altitude, speed = excluded.speed,
    course = excluded.course, accuracy = excluded.accuracy, satellites = excluded.satellites,
    battery = excluded.battery, gsm = excluded.gsm, mileage = excluded.mileage, comm_time = excluded.comm_time,
    status = excluded.status, status_since = excluded.status_since, memory = excluded.memory`;

export function stateChange({ trackerId, accountId, version, state }: HeldState): StateChange {
  return { trackerId, accountId, version, status: statusDto(state) };
}

function statusDto(state: TrackerState): TrackerStatusDto {
  const { place } = state;
  return {
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    direction: place?.course ?? null,
    altitude: place?.altitude ?? null,
    speed: place?.speed ?? null,
    electricity: state.battery,
    gsm: state.gsm,
    satellites: state.satellites,
    accuracy: place?.accuracy ?? null,
    mileage: state.mileage,
    fixTime: place?.time ?? null,
    latestCommTime: state.heardAt,
    status: state.status,
    statusSince: state.statusSince,
  };
}
