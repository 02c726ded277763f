import { distancesAlong, greatCircleDistance } from '../geo/great-circle.ts';
import { eachColumn } from '../positions/columns.ts';
import { markGaps, type Track } from '../tracks/track.ts';
import { findJumps } from './jumps.ts';
import { MOVEMENT_LIMITS, type MovementKind, type MovementLimits } from './movement-kind.ts';
import { estimateNoiseScale } from './noise.ts';
import { Smoother } from './smoother.ts';
import { findStationaryPeriods, type StationaryPeriod } from './stationary-periods.ts';

/** What a correction changed, so that the interface can show it. */
export interface CorrectionReport {
  /** Indexes in the original track of the fixes that were removed. */
  readonly removed: Uint32Array;
  /** Periods whose fixes were moved to one position, by index in the corrected track. */
  readonly stationaryPeriods: readonly StationaryPeriod[];
  /** Fixes that were moved by a centimetre or more, and the mean and the maximum distance in metres. */
  readonly moved: number;
  readonly meanMove: number;
  readonly largestMove: number;
}

/** Metres: finer than the resolution of stored coordinates. */
const SAME_POSITION_METRES = 0.01;

/**
 * Intelligent correction: removes fixes that this kind of device cannot have reached, collapses the drift of stationary periods
 * into one position, and smooths the line between them. The remaining fixes keep their times and all other values; distances are
 * those of the new line. The track passed in is not changed. O(n).
 */
export function correctTrack(
  track: Track,
  kind: MovementKind,
): { readonly track: Track; readonly report: CorrectionReport } {
  const limits = MOVEMENT_LIMITS[kind];
  const { jumps, breaksBefore } = findJumps(track, limits);
  const removed = indexesOf(jumps);
  const remaining = indexesOf(jumps, 0);
  const corrected = selectFixes(track, remaining);
  const noiseScale = estimateNoiseScale(corrected);
  const stationaryPeriods = findStationaryPeriods(corrected);
  collapseStationaryPeriods(corrected, stationaryPeriods);
  const breaks = findBreaks(
    corrected,
    Uint8Array.from(remaining, (at) => breaksBefore[at] ?? 0),
  );
  smoothSegments(corrected, stationaryPeriods, breaks, limits, noiseScale);
  distancesAlong(corrected.lng, corrected.lat, corrected.distance, 0, corrected.length);
  return {
    track: corrected,
    report: { removed, stationaryPeriods, ...measureMoves(track, remaining, corrected) },
  };
}

function indexesOf(flags: Uint8Array, wanted = 1): Uint32Array {
  const indexes = new Uint32Array(flags.length);
  let count = 0;
  for (let at = 0; at < flags.length; at += 1) {
    if (flags[at] !== wanted) continue;
    indexes[count] = at;
    count += 1;
  }
  return indexes.slice(0, count);
}

/** Copies the track with only these fixes. */
function selectFixes(track: Track, remaining: Uint32Array): Track {
  const float64 = (column: Float64Array) =>
    pickEntries(column, remaining, new Float64Array(remaining.length));
  const float32 = (column: Float32Array) =>
    pickEntries(column, remaining, new Float32Array(remaining.length));
  const selected = {
    length: remaining.length,
    time: float64(track.time),
    lng: float64(track.lng),
    lat: float64(track.lat),
    ...eachColumn((name) => float32(track[name])),
    flags:
      track.flags === null ? null : pickEntries(track.flags, remaining, new Uint8Array(remaining.length)),
    distance: new Float64Array(remaining.length),
    gap: new Uint8Array(remaining.length),
    gapAfter: track.gapAfter,
  };
  markGaps(selected);
  return selected;
}

/** Copies the entries at these indexes. A loop, because `from` with a function takes several times as long. */
function pickEntries<Column extends Float64Array | Float32Array | Uint8Array>(
  from: Column,
  remaining: Uint32Array,
  into: Column,
): Column {
  for (let at = 0; at < remaining.length; at += 1) into[at] = from[remaining[at] ?? 0] ?? Number.NaN;
  return into;
}

function collapseStationaryPeriods(track: Track, stationaryPeriods: readonly StationaryPeriod[]): void {
  for (const { from, to, lng, lat } of stationaryPeriods) {
    track.lng.fill(lng, from, to + 1);
    track.lat.fill(lat, from, to + 1);
  }
}

/** 1 at a fix after which the line breaks: before a gap, or before a fix that cannot follow. */
function findBreaks(track: Track, broken: Uint8Array): Uint8Array {
  return track.gap.map((gap, at) => (gap === 1 || broken[at + 1] === 1 ? 1 : 0));
}

/**
 * Smooths the runs between stationary periods and breaks. A run includes the adjacent fix of the stationary period at
 * each end.
 */
function smoothSegments(
  track: Track,
  stationaryPeriods: readonly StationaryPeriod[],
  breaks: Uint8Array,
  { processNoise }: MovementLimits,
  noiseScale: number,
): void {
  const smoother = new Smoother();
  let next = 0;
  let from = 0;
  let stationaryAtStart = false;
  for (let at = 0; at < track.length; at += 1) {
    const period = stationaryPeriods[next];
    const stationaryAtEnd = at === period?.from;
    if (!stationaryAtEnd && breaks[at] !== 1 && at !== track.length - 1) continue;
    smoother.smooth(
      track,
      { from, to: at, stationaryAtStart, stationaryAtEnd },
      { processNoise, noiseScale },
    );
    if (stationaryAtEnd) {
      at = period.to;
      next += 1;
    }
    stationaryAtStart = stationaryAtEnd && breaks[at] !== 1;
    from = stationaryAtStart ? at : at + 1;
  }
}

function measureMoves(track: Track, remaining: Uint32Array, corrected: Track) {
  let [moved, sum, largestMove] = [0, 0, 0];
  for (let at = 0; at < corrected.length; at += 1) {
    const originalIndex = remaining[at] ?? 0;
    const before = { longitude: track.lng[originalIndex] ?? 0, latitude: track.lat[originalIndex] ?? 0 };
    const after = { longitude: corrected.lng[at] ?? 0, latitude: corrected.lat[at] ?? 0 };
    const move = greatCircleDistance(before, after);
    if (move < SAME_POSITION_METRES) continue;
    moved += 1;
    sum += move;
    largestMove = Math.max(largestMove, move);
  }
  return { moved, meanMove: moved === 0 ? 0 : sum / moved, largestMove };
}
