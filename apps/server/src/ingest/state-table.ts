import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import { flightStatusOf } from '@wakeline/domain/aviation/flight-status';
import { fromStoredMemory, toStoredMemory } from '@wakeline/domain/tracker-state/stored-memory';
import type { TrackerState } from '@wakeline/domain/tracker-state/tracker-state';
import { CompiledQuery, type Selectable, sql } from 'kysely';
import { type NumberType, numberArray } from '../db/binary-arrays.ts';
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
  const rows = [...states];
  if (rows.length === 0) return;
  const numbers = NUMBER_COLUMNS.map(([type, read]) => numberArray(type, rows, read));
  const statuses = `{${rows.map(({ state }) => state.status).join(',')}}`;
  const { buffer, text } = memoriesOf(rows);
  await tx.executeQuery(CompiledQuery.raw(UPSERT, [...numbers, statuses, text]));
  spare = buffer;
}

/** In the order of the parameters. */
const NUMBER_COLUMNS: readonly (readonly [NumberType, (stored: StoredState) => number | null])[] = [
  ['int4', ({ trackerId }) => trackerId],
  ['int4', ({ accountId }) => accountId],
  ['int8', ({ version }) => version],
  ['int8', ({ state }) => state.position?.time ?? null],
  ['float8', ({ state }) => state.position?.latitude ?? null],
  ['float8', ({ state }) => state.position?.longitude ?? null],
  ['float4', ({ state }) => state.position?.altitude ?? null],
  ['int2', ({ state }) => state.position?.altitudeKind ?? null],
  ['float4', ({ state }) => state.position?.speed ?? null],
  ['float4', ({ state }) => state.position?.course ?? null],
  ['float4', ({ state }) => state.position?.accuracy ?? null],
  ['int2', ({ state }) => (state.satellites === null ? null : Math.round(state.satellites))],
  ['float4', ({ state }) => state.battery],
  ['float4', ({ state }) => state.gsm],
  ['float8', ({ state }) => state.mileage],
  ['int8', ({ state }) => state.lastSeenAt],
  ['int8', ({ state }) => state.statusSince],
  ['int8', ({ state }) => state.activatedAt],
];

/** JSON escapes control characters. An array literal would escape all quotes of all memories. */
const SEPARATOR = '\x1e';
/** Of UTF-8 for a UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;
/** Bytes of most memories. */
const USUAL_MEMORY = 512;

/** A buffer that an earlier statement no longer needs: each would be megabytes of garbage that survive the young generation. */
let spare: Buffer | null = null;

/** The memories as JSON, in the bytes of one text, and the buffer that contains them. */
function memoriesOf(rows: readonly StoredState[]): { readonly buffer: Buffer; readonly text: Buffer } {
  let buffer = spare ?? Buffer.allocUnsafeSlow(rows.length * USUAL_MEMORY);
  spare = null;
  let length = 0;
  for (const [index, { state }] of rows.entries()) {
    const json = JSON.stringify(toStoredMemory(state.memory));
    const needed = length + json.length * MAX_BYTES_PER_UNIT + 1;
    if (needed > buffer.length) buffer = Buffer.concat([buffer.subarray(0, length)], needed * 2);
    if (index > 0) length += buffer.write(SEPARATOR, length);
    length += buffer.write(json, length);
  }
  return { buffer, text: buffer.subarray(0, length) };
}

/** As in `PositionColumns`, `unnest` is in the select list. */
const UPSERT = `
  insert into tracker_state (tracker_id, account_id, version, fix_time, latitude, longitude, altitude, altitude_kind, speed,
    course, accuracy, satellites, battery, gsm, mileage, comm_time, status_since, activated_at, status, memory)
  select unnest($1::int[]), unnest($2::int[]), unnest($3::bigint[]), unnest($4::bigint[]), unnest($5::float8[]),
    unnest($6::float8[]), unnest($7::real[]), unnest($8::smallint[]), unnest($9::real[]), unnest($10::real[]),
    unnest($11::real[]), unnest($12::smallint[]), unnest($13::real[]), unnest($14::real[]), unnest($15::float8[]),
    unnest($16::bigint[]), unnest($17::bigint[]), unnest($18::bigint[]), unnest($19::text[]),
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
