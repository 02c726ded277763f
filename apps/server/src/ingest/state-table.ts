import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import { flightStatusOf } from '@wakeline/domain/aviation/flight-status';
import { fromStoredMemory, toStoredMemory } from '@wakeline/domain/tracker-state/stored-memory';
import type { TrackerState } from '@wakeline/domain/tracker-state/tracker-state';
import { CompiledQuery, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import type { StateChange } from '../live/feed.ts';
import { emergencyStatus } from '../trackers/status-dto.ts';
import { PackedStates } from './packed-states.ts';
import type { TrackerPartition } from './tracker-partition.ts';

/** The state of a tracker as it is, or will be, in `tracker_state`. */
export interface StoredState {
  readonly trackerId: number;
  readonly accountId: number;
  /** Incremented with each commit that changes the state. */
  readonly version: number;
  readonly state: TrackerState;
}

type Row = Selectable<Schema['tracker_state']>;

/** Rows that are read at once. */
const PAGE_SIZE = 5_000;

/** The states of the trackers of a partition. */
export async function loadStates(db: Db, { index, count }: TrackerPartition): Promise<PackedStates> {
  const states = new PackedStates();
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('tracker_state')
      .selectAll()
      .where('tracker_id', '>', last)
      .where(sql<number>`tracker_id % ${count}`, '=', index)
      .orderBy('tracker_id')
      .limit(PAGE_SIZE)
      .execute();
    for (const row of rows) states.set(toStoredState(row));
    last = rows.at(-1)?.tracker_id ?? last;
    if (rows.length < PAGE_SIZE) return states;
  }
}

function toStoredState(row: Row): StoredState {
  const { fix_time: time, latitude, longitude } = row;
  const position =
    time === null || latitude === null || longitude === null
      ? null
      : {
          time,
          latitude,
          longitude,
          altitude: row.altitude,
          ...(row.altitude_kind !== null && { altitudeKind: row.altitude_kind }),
          speed: row.speed,
          course: row.course,
          accuracy: row.accuracy,
        };
  return {
    trackerId: row.tracker_id,
    accountId: row.account_id,
    version: row.version,
    state: {
      position,
      battery: row.battery,
      gsm: row.gsm,
      satellites: row.satellites,
      mileage: row.mileage,
      activatedAt: row.activated_at,
      lastSeenAt: row.comm_time,
      status: row.status,
      statusSince: row.status_since,
      memory: fromStoredMemory(row.memory),
    },
  };
}

/** Writes all states in one statement. Fails with a foreign-key violation when a tracker has been removed. */
export async function writeStates(tx: Tx, states: Iterable<StoredState>): Promise<void> {
  const columns: (number | string | null)[][] = Array.from({ length: 19 }, () => []);
  const memories: string[] = [];
  for (const stored of states) {
    toRow(stored).forEach((value, index) => {
      columns[index]?.push(value);
    });
    memories.push(JSON.stringify(toStoredMemory(stored.state.memory)));
  }
  if (memories.length === 0) return;
  const arrays = columns.map((values) => `{${values.map((value) => value ?? 'null').join(',')}}`);
  await tx.executeQuery(CompiledQuery.raw(UPSERT, [...arrays, memories.join(SEPARATOR)]));
}

/** JSON escapes control characters. An array literal would escape all quotes of all memories. */
const SEPARATOR = '\x1e';

function toRow({ trackerId, accountId, version, state }: StoredState): readonly (number | string | null)[] {
  const { position } = state;
  return [
    trackerId,
    accountId,
    version,
    position?.time ?? null,
    position?.latitude ?? null,
    position?.longitude ?? null,
    position?.altitude ?? null,
    position?.altitudeKind ?? null,
    position?.speed ?? null,
    position?.course ?? null,
    position?.accuracy ?? null,
    state.satellites === null ? null : Math.round(state.satellites),
    state.battery,
    state.gsm,
    state.mileage,
    state.lastSeenAt,
    state.status,
    state.statusSince,
    state.activatedAt,
  ];
}

/** As in `PositionColumns`, `unnest` is in the select list. */
const UPSERT = `
  insert into tracker_state (tracker_id, account_id, version, fix_time, latitude, longitude, altitude, altitude_kind, speed,
    course, accuracy, satellites, battery, gsm, mileage, comm_time, status, status_since, activated_at, memory)
  select unnest($1::int[]), unnest($2::int[]), unnest($3::bigint[]), unnest($4::bigint[]), unnest($5::float8[]),
    unnest($6::float8[]), unnest($7::real[]), unnest($8::smallint[]), unnest($9::real[]), unnest($10::real[]),
    unnest($11::real[]), unnest($12::smallint[]), unnest($13::real[]), unnest($14::real[]), unnest($15::float8[]),
    unnest($16::bigint[]), unnest($17::text[]), unnest($18::bigint[]), unnest($19::bigint[]),
    unnest(string_to_array($20, chr(30))::jsonb[])
  on conflict (tracker_id) do update set version = excluded.version, fix_time = excluded.fix_time,
    latitude = excluded.latitude, longitude = excluded.longitude, altitude = excluded.altitude, altitude_kind = excluded.altitude_kind, speed = excluded.speed,
    course = excluded.course, accuracy = excluded.accuracy, satellites = excluded.satellites,
    battery = excluded.battery, gsm = excluded.gsm, mileage = excluded.mileage, comm_time = excluded.comm_time,
    status = excluded.status, status_since = excluded.status_since, memory = excluded.memory,
    activated_at = coalesce(tracker_state.activated_at, excluded.activated_at)`;

export function toStateChange({ trackerId, accountId, version, state }: StoredState): StateChange {
  return { trackerId, accountId, version, status: toStatusDto(state) };
}

function toStatusDto(state: TrackerState): TrackerStatusDto {
  const { position } = state;
  return {
    latitude: position?.latitude ?? null,
    longitude: position?.longitude ?? null,
    direction: position?.course ?? null,
    altitude: position?.altitude ?? null,
    ...(position?.altitudeKind !== undefined && { altitudeKind: position.altitudeKind }),
    speed: position?.speed ?? null,
    electricity: state.battery,
    gsm: state.gsm,
    satellites: state.satellites,
    accuracy: position?.accuracy ?? null,
    mileage: state.mileage,
    fixTime: position?.time ?? null,
    latestCommTime: state.lastSeenAt,
    status: state.status,
    statusSince: state.statusSince,
    ...emergencyStatus(state.memory.emergency),
    ...(state.memory.plane !== undefined && { flight: flightStatusOf(state.memory.plane) }),
  };
}
