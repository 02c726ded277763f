import { distancesAlong, EARTH_RADIUS, greatCircleDistance } from '../geo/great-circle.ts';
import { eachColumn, POSITION_COLUMNS, type TrackColumn } from '../positions/columns.ts';

/**
 * A track as columns, so that millions of fixes stay small and quick to search. All columns have `length`
 * entries, oldest first, each time later than the one before. Those of `POSITION_COLUMNS` have its units, and NaN
 * stands for "not known".
 */
export interface Track extends Readonly<Record<TrackColumn, Float32Array>> {
  readonly length: number;
  /** Epoch milliseconds UTC. */
  readonly time: Float64Array;
  /** WGS-84 degrees. */
  readonly lng: Float64Array;
  readonly lat: Float64Array;
  /** What the device said of ignition and supply: bits of `DEVICE_FLAGS`. Null: no fix says anything of them. */
  readonly flags: Uint8Array | null;
  /** Metres travelled since the first fix. */
  readonly distance: Float64Array;
  /** 1 where the way from this fix to the next is not known: too long without a fix, or impossibly fast. */
  readonly gap: Uint8Array;
  /** A silence longer than this, in milliseconds, is a gap. */
  readonly gapAfter: number;
}

type PointField = Exclude<(typeof POSITION_COLUMNS)[number]['point'], null>;

/** One fix of the contract's track answer, as far as a track keeps it. */
export interface TrackFix extends Readonly<Record<PointField, number | null>> {
  readonly lng: number;
  readonly lat: number;
  readonly time: number;
  readonly distant: number;
  /** Metres. The contract's points have it under `accuracy` of `info`, as text; what is given here goes before that. */
  readonly accuracy?: number | null;
  readonly info?: readonly { readonly key: string; readonly value: string }[];
}

/** Fixes as columns, oldest first: a block of the contract's track columns. A column that is null or left out is known of no fix. */
export interface FixColumns {
  readonly length: number;
  readonly time: Float64Array;
  readonly lng: Float64Array;
  readonly lat: Float64Array;
  readonly columns: Readonly<Partial<Record<TrackColumn, Float32Array | null>>>;
  readonly flags: Uint8Array | null;
}

const FLOAT64 = ['time', 'lng', 'lat', 'distance'] as const;

type Wide = (typeof FLOAT64)[number];

/** Columns with room to grow; made by `startTrack`, filled by `appendPart`, read by `toTrack`. */
export interface TrackBuilder {
  length: number;
  room: number;
  wide: Record<Wide, Float64Array>;
  narrow: Record<TrackColumn, Float32Array>;
  /** Null until a fix says anything of them: most tracks do without. */
  flags: Uint8Array | null;
}

/** A silence up to here is never a gap. */
const SHORTEST_GAP = 5 * 60_000;
/** A device that reports every half hour is not silent after half an hour. */
const GAP_IN_INTERVALS = 5;
/** km/h. Above what any tracked thing does; airliners reach about 1,200 over ground in a jet stream. */
const IMPOSSIBLE_SPEED = 1_500;
/** Metres of a degree of a great circle. */
const DEGREE = (EARTH_RADIUS * Math.PI) / 180;

export function startTrack(room = 1024): TrackBuilder {
  return {
    length: 0,
    room,
    wide: {
      time: new Float64Array(room),
      lng: new Float64Array(room),
      lat: new Float64Array(room),
      distance: new Float64Array(room),
    },
    narrow: eachColumn(() => new Float32Array(room)),
    flags: null,
  };
}

/** Adds a part, oldest first. A fix that is not later than the one before it is left out: parts may overlap. */
export function appendPart(builder: TrackBuilder, fixes: readonly TrackFix[]): void {
  reserve(builder, builder.length + fixes.length);
  const { wide, narrow } = builder;
  let previous: TrackFix | null = null;
  for (const fix of fixes) {
    const at = builder.length;
    const later = at === 0 || fix.time > (wide.time[at - 1] ?? 0);
    if (later) {
      const travelled = at === 0 ? 0 : (wide.distance[at - 1] ?? 0);
      // Each answer counts its metres from 0, and none counts those from the last fix of the part before it.
      wide.distance[at] =
        travelled + (previous === null ? joint(builder, fix) : fix.distant - previous.distant);
      wide.time[at] = fix.time;
      wide.lng[at] = fix.lng;
      wide.lat[at] = fix.lat;
      for (const column of POSITION_COLUMNS) narrow[column.name][at] = columnOf(fix, column);
      builder.length += 1;
    }
    previous = fix;
  }
}

function columnOf(fix: TrackFix, { point, field }: (typeof POSITION_COLUMNS)[number]): number {
  if (point !== null) return fix[point] ?? Number.NaN;
  if (field === 'accuracy' && fix.accuracy != null) return fix.accuracy;
  const text = fix.info?.find(({ key }) => key === field)?.value;
  return text === undefined || text === '' ? Number.NaN : Number(text);
}

/**
 * Adds a block, oldest first, column by column: several times faster than fix by fix. What is not later than the last fix
 * is left out: blocks may overlap. The metres are those of the great circles between the fixes.
 */
export function appendBlock(builder: TrackBuilder, block: FixColumns): void {
  const last = builder.length === 0 ? Number.NEGATIVE_INFINITY : (builder.wide.time[builder.length - 1] ?? 0);
  let skip = 0;
  while (skip < block.length && (block.time[skip] ?? 0) <= last) skip += 1;
  const from = builder.length;
  const to = from + block.length - skip;
  reserve(builder, to);
  const { wide, narrow } = builder;
  for (const name of ['time', 'lng', 'lat'] as const) wide[name].set(block[name].subarray(skip), from);
  for (const { name } of POSITION_COLUMNS) {
    const column = block.columns[name] ?? null;
    if (column === null) narrow[name].fill(Number.NaN, from, to);
    else narrow[name].set(column.subarray(skip), from);
  }
  if (block.flags !== null) {
    builder.flags ??= new Uint8Array(builder.room);
    builder.flags.set(block.flags.subarray(skip), from);
  }
  distancesAlong(wide.lng, wide.lat, wide.distance, from, to);
  builder.length = to;
}

/** The track so far. Its columns are views: they stay valid when more is appended, and do not grow. */
export function toTrack(builder: TrackBuilder): Track {
  const { length, wide, narrow } = builder;
  const time = wide.time.subarray(0, length);
  const gapAfter = silence(time);
  const lng = wide.lng.subarray(0, length);
  const lat = wide.lat.subarray(0, length);
  const track = {
    length,
    time,
    lng,
    lat,
    distance: wide.distance.subarray(0, length),
    ...eachColumn((name) => narrow[name].subarray(0, length)),
    flags: builder.flags?.subarray(0, length) ?? null,
    gapAfter,
    gap: new Uint8Array(length),
  };
  markGaps(track);
  return track;
}

/** Marks where the way to the next fix is not known. */
export function markGaps({ length, time, lng, lat, gap, gapAfter }: Track): void {
  for (let at = 0; at + 1 < length; at += 1) {
    const ms = (time[at + 1] ?? 0) - (time[at] ?? 0);
    const lng1 = lng[at] ?? 0;
    const lat1 = lat[at] ?? 0;
    const lng2 = lng[at + 1] ?? 0;
    const lat2 = lat[at + 1] ?? 0;
    // No way is longer than along its meridian and the equator, and that is enough for nearly all of them.
    const longest = (Math.abs(lng2 - lng1) + Math.abs(lat2 - lat1)) * DEGREE;
    if (!isGap(ms, longest, gapAfter)) continue;
    if (isGap(ms, metres(lng1, lat1, lng2, lat2), gapAfter)) gap[at] = 1;
  }
}

/** Whether nobody knows the way between two fixes that are so many milliseconds and metres apart: too long a silence, or impossibly fast. */
export function isGap(ms: number, way: number, gapAfter: number): boolean {
  return ms > gapAfter || (way / ms) * 3600 > IMPOSSIBLE_SPEED;
}

/** A whole track from one answer. */
export function trackOf(fixes: readonly TrackFix[]): Track {
  const builder = startTrack(Math.max(1, fixes.length));
  appendPart(builder, fixes);
  return toTrack(builder);
}

function joint(builder: TrackBuilder, next: TrackFix): number {
  const at = builder.length - 1;
  return at < 0 ? 0 : metres(builder.wide.lng[at] ?? 0, builder.wide.lat[at] ?? 0, next.lng, next.lat);
}

function reserve(builder: TrackBuilder, needed: number): void {
  if (needed <= builder.room) return;
  builder.room = Math.max(needed, builder.room * 2);
  for (const name of FLOAT64) builder.wide[name] = grown(builder.wide[name], new Float64Array(builder.room));
  for (const { name } of POSITION_COLUMNS)
    builder.narrow[name] = grown(builder.narrow[name], new Float32Array(builder.room));
  if (builder.flags !== null) builder.flags = grown(builder.flags, new Uint8Array(builder.room));
}

function grown<Column extends Float64Array | Float32Array | Uint8Array>(old: Column, bigger: Column): Column {
  bigger.set(old);
  return bigger;
}

/** The silence after which there is a gap: five usual intervals, at least five minutes. The usual interval is the median of at most 1,000 of them. */
export function silence(time: Float64Array): number {
  const stride = Math.max(1, Math.floor(time.length / 1000));
  const intervals: number[] = [];
  for (let at = stride; at < time.length; at += stride) intervals.push((time[at] ?? 0) - (time[at - 1] ?? 0));
  intervals.sort((a, b) => a - b);
  const usual = intervals[Math.floor(intervals.length / 2)] ?? 0;
  return Math.max(SHORTEST_GAP, usual * GAP_IN_INTERVALS);
}

function metres(lng1: number, lat1: number, lng2: number, lat2: number): number {
  return greatCircleDistance({ latitude: lat1, longitude: lng1 }, { latitude: lat2, longitude: lng2 });
}
