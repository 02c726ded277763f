import { indexAt, positionAtTime } from '@wakeline/domain/replay/playback';
import { partitionPoint } from '@wakeline/domain/sorted/partition-point';
import type { Track } from '@wakeline/domain/tracks/track';
import { fixesBetween, type TrackLine } from '@wakeline/domain/tracks/track-line';
import type { LinePoint } from './line-by-class.ts';

/** The travelled part of a track: from the end of the trail to the marker. */
export interface Travelled {
  /** Completely travelled segments: from `first` up to but excluding `end`. */
  readonly first: number;
  readonly end: number;
  /** Lines of the partly travelled segments. */
  readonly partialLines: readonly (readonly LinePoint[])[];
}

export const NOTHING_TRAVELLED: Travelled = { first: 0, end: 0, partialLines: [] };

/**
 * The part travelled in the last `trailMs` milliseconds before `time`; null: since the start. The cost is a search
 * and at most two segments for tracks of any length.
 *
 * @param minLevelOf minimum level of the fixes on the line of a segment
 */
export function findTravelled(
  track: Track,
  line: TrackLine,
  time: number,
  trailMs: number | null,
  minLevelOf: (segment: number) => number = () => line.minLevel,
): Travelled {
  const { segments } = line;
  const start = trailMs === null ? Number.NEGATIVE_INFINITY : time - trailMs;
  const now = indexAt(track, time);
  if (now < 0 || trailMs === 0) return NOTHING_TRAVELLED;
  const from = indexAt(track, start);
  // The segments of the marker and of the trail's end.
  const head = findFirstSegment(segments, (segment) => segment.to > now);
  const tail = findFirstSegment(segments, (segment) => segment.to > from);
  const partialLines: LinePoint[][] = [];
  const addPartialLine = (index: number, a: number, b: number) => {
    const segment = segments[index];
    if (segment === undefined) return;
    const fixes = fixesBetween(
      line.levels,
      minLevelOf(index),
      Math.max(a, segment.from),
      Math.min(b, segment.to),
    );
    const partialLine = cutLine(track, fixes, start, time);
    if (partialLine.length > 1) partialLines.push(partialLine);
  };
  const includesFullTail = from < 0 || (segments[tail]?.from ?? 0) > from;
  const first = includesFullTail ? tail : tail + 1;
  if (!includesFullTail) addPartialLine(tail, from, now);
  if (head !== tail || includesFullTail) addPartialLine(head, 0, now);
  return { first: Math.min(first, head), end: head, partialLines };
}

/** The line through some fixes, cut exactly at the two times if they fall between fixes. */
function cutLine(track: Track, fixes: readonly number[], start: number, time: number): LinePoint[] {
  const a = fixes[0] ?? 0;
  const b = fixes.at(-1) ?? 0;
  const cutStart = (track.time[a] ?? 0) < start ? positionAtTime(track, start) : null;
  const cutEnd = time > (track.time[b] ?? time) ? positionAtTime(track, time) : null;
  const points: LinePoint[] = [];
  if (cutStart !== null && !cutStart.isGap) points.push({ ...cutStart, fix: a });
  for (const fix of fixes) {
    // Skips fixes before the cut that lie between it and the next drawn fix.
    if (cutStart !== null && fix <= cutStart.index) continue;
    points.push({ fix, lng: track.lng[fix] ?? 0, lat: track.lat[fix] ?? 0 });
  }
  if (cutEnd !== null && cutEnd.index === b && !cutEnd.isGap) points.push({ ...cutEnd, fix: b });
  return points;
}
/** The first segment for which a monotonic condition holds; the number of segments if there is none. */
function findFirstSegment(
  segments: TrackLine['segments'],
  holds: (segment: TrackLine['segments'][number]) => boolean,
): number {
  return partitionPoint(segments.length, (at) => {
    const segment = segments[at];
    return segment === undefined || !holds(segment);
  });
}
