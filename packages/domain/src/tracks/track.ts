import { distancesAlong, EARTH_RADIUS, greatCircleDistance } from '../geo/great-circle.ts';
import { eachColumn, POSITION_COLUMNS, type TrackColumn } from '../positions/columns.ts';

/**
 * A track as columns, so that millions of fixes stay compact and fast to search. All columns have `length` entries, in ascending
 * order of time. Those of `POSITION_COLUMNS` have its units; NaN means unknown.
 */
export interface Track extends Readonly<Record<TrackColumn, Float32Array>> {
  readonly length: number;
  /** Epoch milliseconds UTC. */
  readonly time: Float64Array;
  /** WGS-84 degrees. */
  readonly lng: Float64Array;
  readonly lat: Float64Array;
  /** Reported ignition and charging state: bits of `DEVICE_FLAGS`. Null: no fix reports either. */
  readonly flags: Uint8Array | null;
  /** Metres travelled since the first fix. */
  readonly distance: Float64Array;
  /** 1 if the path from this fix to the next one is unknown: too long without a fix, or impossibly fast. */
  readonly gap: Uint8Array;
  /** Milliseconds without a fix above which there is a gap. */
  readonly gapAfter: number;
}

type PointField = Exclude<(typeof POSITION_COLUMNS)[number]['point'], null>;

/** One fix of the contract's track result, with the values that a track stores. */
export interface TrackFix extends Readonly<Record<PointField, number | null>> {
  readonly lng: number;
  readonly lat: number;
  readonly time: number;
  readonly distant: number;
  /** Metres. Contract points have it as text under `accuracy` of `info`; a value here takes precedence. */
  readonly accuracy?: number | null;
  readonly info?: readonly { readonly key: string; readonly value: string }[];
}

/**
 * Fixes as columns, oldest first: a block of the contract's track columns. In a null or omitted column all values are
 * unknown.
 */
export interface FixColumns {
  readonly length: number;
  readonly time: Float64Array;
  readonly lng: Float64Array;
  readonly lat: Float64Array;
  readonly columns: Readonly<Partial<Record<TrackColumn, Float32Array | null>>>;
  readonly flags: Uint8Array | null;
}

const FLOAT64_COLUMNS = ['time', 'lng', 'lat', 'distance'] as const;

type Float64Column = (typeof FLOAT64_COLUMNS)[number];

/** Growable columns; created by `createTrackBuilder`, filled by `appendFixes` or `appendBlock`, read by `toTrack`. */
export interface TrackBuilder {
  length: number;
  capacity: number;
  float64: Record<Float64Column, Float64Array>;
  float32: Record<TrackColumn, Float32Array>;
  /** Null until a fix reports any: most tracks have none. */
  flags: Uint8Array | null;
}

/** Shorter intervals are never a gap. */
const MIN_GAP_MS = 5 * 60_000;
/** Usual intervals that make a gap: a device that reports every half hour has none after half an hour. */
const GAP_INTERVALS = 5;
/** km/h, faster than any tracked object: airliners reach a ground speed of about 1,200 in a jet stream. */
const IMPOSSIBLE_SPEED = 1_500;
/** Metres per degree of a great circle. */
const DEGREE = (EARTH_RADIUS * Math.PI) / 180;

export function createTrackBuilder(capacity = 1024): TrackBuilder {
  return {
    length: 0,
    capacity,
    float64: {
      time: new Float64Array(capacity),
      lng: new Float64Array(capacity),
      lat: new Float64Array(capacity),
      distance: new Float64Array(capacity),
    },
    float32: eachColumn(() => new Float32Array(capacity)),
    flags: null,
  };
}

/** Appends fixes, oldest first. A fix that is not later than the previous one is skipped, so pages may overlap. */
export function appendFixes(builder: TrackBuilder, fixes: readonly TrackFix[]): void {
  ensureCapacity(builder, builder.length + fixes.length);
  const { float64, float32 } = builder;
  let previous: TrackFix | null = null;
  for (const fix of fixes) {
    const at = builder.length;
    const isLater = at === 0 || fix.time > (float64.time[at - 1] ?? 0);
    if (isLater) {
      const travelled = at === 0 ? 0 : (float64.distance[at - 1] ?? 0);
      // Each page counts its metres from 0, without the distance from the last fix of the previous page.
      float64.distance[at] =
        travelled + (previous === null ? distanceFromLast(builder, fix) : fix.distant - previous.distant);
      float64.time[at] = fix.time;
      float64.lng[at] = fix.lng;
      float64.lat[at] = fix.lat;
      for (const column of POSITION_COLUMNS) float32[column.name][at] = columnValue(fix, column);
      builder.length += 1;
    }
    previous = fix;
  }
}

function columnValue(fix: TrackFix, { point, field }: (typeof POSITION_COLUMNS)[number]): number {
  if (point !== null) return fix[point] ?? Number.NaN;
  if (field === 'accuracy' && fix.accuracy != null) return fix.accuracy;
  const text = fix.info?.find(({ key }) => key === field)?.value;
  return text === undefined || text === '' ? Number.NaN : Number(text);
}

/**
 * Appends a block, oldest first, column by column: several times faster than fix by fix. Fixes that are not later than the last
 * one are skipped, so blocks may overlap. Distances are great circles between the fixes.
 */
export function appendBlock(builder: TrackBuilder, block: FixColumns): void {
  const last =
    builder.length === 0 ? Number.NEGATIVE_INFINITY : (builder.float64.time[builder.length - 1] ?? 0);
  let skip = 0;
  while (skip < block.length && (block.time[skip] ?? 0) <= last) skip += 1;
  const from = builder.length;
  const to = from + block.length - skip;
  ensureCapacity(builder, to);
  const { float64, float32 } = builder;
  for (const name of ['time', 'lng', 'lat'] as const) float64[name].set(block[name].subarray(skip), from);
  for (const { name } of POSITION_COLUMNS) {
    const column = block.columns[name] ?? null;
    if (column === null) float32[name].fill(Number.NaN, from, to);
    else float32[name].set(column.subarray(skip), from);
  }
  if (block.flags !== null) {
    builder.flags ??= new Uint8Array(builder.capacity);
    builder.flags.set(block.flags.subarray(skip), from);
  }
  distancesAlong(float64.lng, float64.lat, float64.distance, from, to);
  builder.length = to;
}

/** The track so far. Its columns are views: they stay valid when more is appended, but do not grow. */
export function toTrack(builder: TrackBuilder): Track {
  const { length, float64, float32 } = builder;
  const time = float64.time.subarray(0, length);
  const gapAfter = gapThreshold(time);
  const lng = float64.lng.subarray(0, length);
  const lat = float64.lat.subarray(0, length);
  const track = {
    length,
    time,
    lng,
    lat,
    distance: float64.distance.subarray(0, length),
    ...eachColumn((name) => float32[name].subarray(0, length)),
    flags: builder.flags?.subarray(0, length) ?? null,
    gapAfter,
    gap: new Uint8Array(length),
  };
  markGaps(track);
  return track;
}

/** Marks the fixes after which the path is unknown. */
export function markGaps({ length, time, lng, lat, gap, gapAfter }: Track): void {
  for (let at = 0; at + 1 < length; at += 1) {
    const ms = (time[at + 1] ?? 0) - (time[at] ?? 0);
    const lng1 = lng[at] ?? 0;
    const lat1 = lat[at] ?? 0;
    const lng2 = lng[at + 1] ?? 0;
    const lat2 = lat[at + 1] ?? 0;
    // The distance along the meridian and the equator is an upper bound, which rules out most candidates.
    const maxDistance = (Math.abs(lng2 - lng1) + Math.abs(lat2 - lat1)) * DEGREE;
    if (!isGap(ms, maxDistance, gapAfter)) continue;
    if (isGap(ms, distanceBetween(lng1, lat1, lng2, lat2), gapAfter)) gap[at] = 1;
  }
}

/** Whether two fixes this many milliseconds and metres apart have a gap between them: too much time, or impossibly fast. */
export function isGap(ms: number, distance: number, gapAfter: number): boolean {
  return ms > gapAfter || (distance / ms) * 3600 > IMPOSSIBLE_SPEED;
}

/** Creates a track from all its fixes. */
export function trackOf(fixes: readonly TrackFix[]): Track {
  const builder = createTrackBuilder(Math.max(1, fixes.length));
  appendFixes(builder, fixes);
  return toTrack(builder);
}

function distanceFromLast(builder: TrackBuilder, next: TrackFix): number {
  const at = builder.length - 1;
  return at < 0
    ? 0
    : distanceBetween(builder.float64.lng[at] ?? 0, builder.float64.lat[at] ?? 0, next.lng, next.lat);
}

function ensureCapacity(builder: TrackBuilder, needed: number): void {
  if (needed <= builder.capacity) return;
  builder.capacity = Math.max(needed, builder.capacity * 2);
  for (const name of FLOAT64_COLUMNS)
    builder.float64[name] = copyInto(builder.float64[name], new Float64Array(builder.capacity));
  for (const { name } of POSITION_COLUMNS)
    builder.float32[name] = copyInto(builder.float32[name], new Float32Array(builder.capacity));
  if (builder.flags !== null) builder.flags = copyInto(builder.flags, new Uint8Array(builder.capacity));
}

function copyInto<Column extends Float64Array | Float32Array | Uint8Array>(
  old: Column,
  bigger: Column,
): Column {
  bigger.set(old);
  return bigger;
}

/** The gap threshold: five usual intervals, at least five minutes. The usual interval is the median of at most 1,000 samples. */
export function gapThreshold(time: Float64Array): number {
  const stride = Math.max(1, Math.floor(time.length / 1000));
  const intervals: number[] = [];
  for (let at = stride; at < time.length; at += stride) intervals.push((time[at] ?? 0) - (time[at - 1] ?? 0));
  intervals.sort((a, b) => a - b);
  const typicalInterval = intervals[Math.floor(intervals.length / 2)] ?? 0;
  return Math.max(MIN_GAP_MS, typicalInterval * GAP_INTERVALS);
}

function distanceBetween(lng1: number, lat1: number, lng2: number, lat2: number): number {
  return greatCircleDistance({ latitude: lat1, longitude: lng1 }, { latitude: lat2, longitude: lng2 });
}
