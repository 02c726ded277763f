import type { DaySums } from '@wakeline/domain/activity/activity';
import type { ActivityMemory } from '@wakeline/domain/activity/activity-memory';
import type { AltitudeKind } from '@wakeline/domain/aviation/altitude-kind';
import type { Writable } from '@wakeline/domain/positions/columns';
import { TrackerRows } from '@wakeline/domain/tracker-state/tracker-rows';
import type {
  TrackerMemory,
  TrackerPosition,
  TrackerState,
} from '@wakeline/domain/tracker-state/tracker-state';
import { TRACKER_STATUSES } from '@wakeline/domain/tracker-state/tracker-status';
import type { StoredState } from './state-table.ts';

/** Columns of a row: epoch milliseconds, degrees and so on as in `TrackerState`. NaN is null. */
const COLUMN = {
  accountId: 0,
  version: 1,
  /** Time, latitude, longitude, altitude, altitude kind, speed, course, accuracy. */
  position: 2,
  battery: 10,
  gsm: 11,
  satellites: 12,
  mileage: 13,
  activatedAt: 14,
  lastSeenAt: 15,
  status: 16,
  statusSince: 17,
  flags: 18,
  /** Time, latitude, longitude. */
  anchor: 19,
  slowSince: 22,
  reportedAt: 23,
  travelSince: 24,
  travelMileage: 25,
  ignitionSince: 26,
  /** Start (time, latitude, longitude), and the instant up to which days were given out. */
  activity: 27,
  /** Start of the only bucket. */
  bucket: 31,
  /** Its only day: day, metres, metres at night, ignition, first and last fix, speed and moment of the fastest fix. */
  day: 34,
} as const;
const ROW_LENGTH = 44;

const FLAG = {
  moving: 1 << 0,
  silent: 1 << 1,
  lowBattery: 1 << 2,
  travel: 1 << 3,
  travelMoving: 1 << 4,
  ignition: 1 << 5,
  ignitionOn: 1 << 6,
  activity: 1 << 7,
  trip: 1 << 8,
  activityIgnition: 1 << 9,
  activityIgnitionOn: 1 << 10,
} as const;

/** What few trackers have, as objects. */
type Rest = Writable<Partial<TrackerMemory>>;

const NO_ALARMS: TrackerMemory['alarms'] = Object.freeze({});

/** The states of trackers as rows of numbers: each commit replaces many of them. */
export class PackedStates {
  readonly #rows = new TrackerRows(ROW_LENGTH);
  readonly #rest = new Map<number, Rest>();
  /** The state that was read last: one change reads it several times. */
  #last: StoredState | null = null;

  ids(): Iterable<number> {
    return this.#rows.trackerIds();
  }

  accountIdOf(trackerId: number): number | undefined {
    const slot = this.#rows.slotOf(trackerId);
    return slot === undefined
      ? undefined
      : this.#rows.chunkOf(slot)[this.#rows.offsetOf(slot) + COLUMN.accountId];
  }

  get(trackerId: number): StoredState | undefined {
    if (this.#last?.trackerId === trackerId) return this.#last;
    const slot = this.#rows.slotOf(trackerId);
    if (slot === undefined) return undefined;
    const row = new RowReader(this.#rows.chunkOf(slot), this.#rows.offsetOf(slot));
    this.#last = {
      trackerId,
      accountId: row.at(COLUMN.accountId),
      version: row.at(COLUMN.version),
      state: readState(row, this.#rest.get(trackerId)),
    };
    return this.#last;
  }

  set(stored: StoredState): void {
    const { trackerId, accountId, version, state } = stored;
    if (this.#last?.trackerId === trackerId) this.#last = null;
    const slot = this.#rows.reserve(trackerId);
    const chunk = this.#rows.chunkOf(slot);
    const offset = this.#rows.offsetOf(slot);
    chunk[offset + COLUMN.accountId] = accountId;
    chunk[offset + COLUMN.version] = version;
    const rest = writeState(state, chunk, offset);
    if (rest !== null) this.#rest.set(trackerId, rest);
    else if (this.#rest.size > 0) this.#rest.delete(trackerId);
  }

  delete(trackerId: number): void {
    if (this.#last?.trackerId === trackerId) this.#last = null;
    if (this.#rows.remove(trackerId) !== undefined) this.#rest.delete(trackerId);
  }
}

class RowReader {
  readonly #rows: Float64Array;
  readonly #offset: number;

  constructor(rows: Float64Array, offset: number) {
    this.#rows = rows;
    this.#offset = offset;
  }

  at(column: number): number {
    return this.#rows[this.#offset + column] ?? Number.NaN;
  }

  valueAt(column: number): number | null {
    const value = this.at(column);
    return Number.isNaN(value) ? null : value;
  }

  momentAt(column: number): { time: number; latitude: number; longitude: number } {
    return { time: this.at(column), latitude: this.at(column + 1), longitude: this.at(column + 2) };
  }
}

function readState(row: RowReader, rest: Rest | undefined): TrackerState {
  return {
    position: readPosition(row),
    battery: row.valueAt(COLUMN.battery),
    gsm: row.valueAt(COLUMN.gsm),
    satellites: row.valueAt(COLUMN.satellites),
    mileage: row.at(COLUMN.mileage),
    activatedAt: row.valueAt(COLUMN.activatedAt),
    lastSeenAt: row.valueAt(COLUMN.lastSeenAt),
    status: TRACKER_STATUSES[row.at(COLUMN.status)] ?? 'OFFLINE',
    statusSince: row.valueAt(COLUMN.statusSince),
    memory: readMemory(row, rest),
  };
}

function readPosition(row: RowReader): TrackerPosition | null {
  const at = COLUMN.position;
  const time = row.valueAt(at);
  if (time === null) return null;
  const position: Writable<TrackerPosition> = {
    time,
    latitude: row.at(at + 1),
    longitude: row.at(at + 2),
    altitude: row.valueAt(at + 3),
    speed: row.valueAt(at + 5),
    course: row.valueAt(at + 6),
    accuracy: row.valueAt(at + 7),
  };
  const altitudeKind = row.valueAt(at + 4);
  if (altitudeKind !== null) position.altitudeKind = altitudeKind as AltitudeKind;
  return position;
}

function readMemory(row: RowReader, rest: Rest | undefined): TrackerMemory {
  const flags = row.at(COLUMN.flags);
  const has = (flag: number) => (flags & flag) !== 0;
  const memory: Writable<TrackerMemory> = {
    moving: has(FLAG.moving),
    anchor: Number.isNaN(row.at(COLUMN.anchor)) ? null : row.momentAt(COLUMN.anchor),
    slowSince: row.valueAt(COLUMN.slowSince),
    silent: has(FLAG.silent),
    sos: null,
    lowBattery: has(FLAG.lowBattery),
    alarms: NO_ALARMS,
    reportedAt: row.valueAt(COLUMN.reportedAt),
  };
  if (has(FLAG.travel))
    memory.travel = {
      moving: has(FLAG.travelMoving),
      since: row.at(COLUMN.travelSince),
      mileage: row.at(COLUMN.travelMileage),
    };
  if (has(FLAG.ignition)) memory.ignition = { on: has(FLAG.ignitionOn), since: row.at(COLUMN.ignitionSince) };
  if (has(FLAG.activity))
    memory.activity = {
      kind: has(FLAG.trip) ? 'trip' : 'stop',
      from: row.momentAt(COLUMN.activity),
      countedTo: row.at(COLUMN.activity + 3),
      buckets: [{ from: row.momentAt(COLUMN.bucket), days: [readDay(row)] }],
      ignition: has(FLAG.activityIgnition) ? has(FLAG.activityIgnitionOn) : null,
    };
  return rest === undefined ? memory : { ...memory, ...rest };
}

function readDay(row: RowReader): DaySums {
  const at = COLUMN.day;
  const speed = row.valueAt(at + 6);
  return {
    day: row.at(at),
    metres: row.at(at + 1),
    nightMetres: row.at(at + 2),
    ignition: row.valueAt(at + 3),
    firstFix: row.valueAt(at + 4),
    lastFix: row.valueAt(at + 5),
    fastest: speed === null ? null : { ...row.momentAt(at + 7), speed },
  };
}

/** Writes a row, and returns what it cannot contain; null: nothing. */
function writeState(state: TrackerState, rows: Float64Array, offset: number): Rest | null {
  writePosition(state.position, rows, offset + COLUMN.position);
  rows[offset + COLUMN.battery] = state.battery ?? Number.NaN;
  rows[offset + COLUMN.gsm] = state.gsm ?? Number.NaN;
  rows[offset + COLUMN.satellites] = state.satellites ?? Number.NaN;
  rows[offset + COLUMN.mileage] = state.mileage;
  rows[offset + COLUMN.activatedAt] = state.activatedAt ?? Number.NaN;
  rows[offset + COLUMN.lastSeenAt] = state.lastSeenAt ?? Number.NaN;
  rows[offset + COLUMN.status] = TRACKER_STATUSES.indexOf(state.status);
  rows[offset + COLUMN.statusSince] = state.statusSince ?? Number.NaN;
  return writeMemory(state.memory, rows, offset);
}

function writePosition(position: TrackerPosition | null, rows: Float64Array, at: number): void {
  if (position === null) {
    rows[at] = Number.NaN;
    return;
  }
  writeMoment(position, rows, at);
  rows[at + 3] = position.altitude ?? Number.NaN;
  rows[at + 4] = position.altitudeKind ?? Number.NaN;
  rows[at + 5] = position.speed ?? Number.NaN;
  rows[at + 6] = position.course ?? Number.NaN;
  rows[at + 7] = position.accuracy ?? Number.NaN;
}

function writeMemory(memory: TrackerMemory, rows: Float64Array, offset: number): Rest | null {
  const { moving, anchor, slowSince, silent, sos, lowBattery, alarms, reportedAt, ...others } = memory;
  const { travel, ignition, activity, ...optional } = others;
  let rest: Rest | null = null;
  // Fences, rules, planes and others.
  for (const _ in optional) {
    rest = optional;
    break;
  }
  if (sos !== null) rest = { ...rest, sos };
  for (const _ in alarms) {
    rest = { ...rest, alarms };
    break;
  }
  let flags = (moving ? FLAG.moving : 0) | (silent ? FLAG.silent : 0) | (lowBattery ? FLAG.lowBattery : 0);
  if (anchor === null) rows[offset + COLUMN.anchor] = Number.NaN;
  else writeMoment(anchor, rows, offset + COLUMN.anchor);
  rows[offset + COLUMN.slowSince] = slowSince ?? Number.NaN;
  rows[offset + COLUMN.reportedAt] = reportedAt ?? Number.NaN;
  if (travel?.change !== undefined) rest = { ...rest, travel };
  else if (travel !== undefined) {
    flags |= FLAG.travel | (travel.moving ? FLAG.travelMoving : 0);
    rows[offset + COLUMN.travelSince] = travel.since;
    rows[offset + COLUMN.travelMileage] = travel.mileage;
  }
  if (ignition !== undefined) {
    flags |= FLAG.ignition | (ignition.on ? FLAG.ignitionOn : 0);
    rows[offset + COLUMN.ignitionSince] = ignition.since;
  }
  if (activity !== undefined) {
    const activityFlags = writeActivity(activity, rows, offset);
    if (activityFlags === 0) rest = { ...rest, activity };
    flags |= activityFlags;
  }
  rows[offset + COLUMN.flags] = flags;
  return rest;
}

/** Returns its flags; 0: it has more buckets or days than a row. */
function writeActivity(activity: ActivityMemory, rows: Float64Array, offset: number): number {
  const { buckets, ignition } = activity;
  const [{ from, days }] = buckets;
  const [day] = days;
  if (buckets.length > 1 || days.length > 1 || day === undefined) return 0;
  writeMoment(activity.from, rows, offset + COLUMN.activity);
  rows[offset + COLUMN.activity + 3] = activity.countedTo;
  writeMoment(from, rows, offset + COLUMN.bucket);
  const at = offset + COLUMN.day;
  rows[at] = day.day;
  rows[at + 1] = day.metres;
  rows[at + 2] = day.nightMetres;
  rows[at + 3] = day.ignition ?? Number.NaN;
  rows[at + 4] = day.firstFix ?? Number.NaN;
  rows[at + 5] = day.lastFix ?? Number.NaN;
  rows[at + 6] = day.fastest?.speed ?? Number.NaN;
  if (day.fastest !== null) writeMoment(day.fastest, rows, at + 7);
  return (
    FLAG.activity |
    (activity.kind === 'trip' ? FLAG.trip : 0) |
    (ignition === null ? 0 : FLAG.activityIgnition) |
    (ignition === true ? FLAG.activityIgnitionOn : 0)
  );
}

function writeMoment(
  { time, latitude, longitude }: { time: number; latitude: number; longitude: number },
  rows: Float64Array,
  at: number,
): void {
  rows[at] = time;
  rows[at + 1] = latitude;
  rows[at + 2] = longitude;
}
