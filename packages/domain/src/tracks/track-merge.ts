import { eachColumn } from '../positions/columns.ts';
import { indexAt } from '../replay/playback.ts';
import { appendBlock, createTrackBuilder, type FixColumns, type Track, toTrack } from './track.ts';

/** Merges two tracks of one tracker by time; of two fixes with the same time the one of `newer` is kept. */
export function mergeTracks(older: Track, newer: Track): Track {
  const builder = createTrackBuilder(Math.max(1, older.length + newer.length));
  let a = 0;
  let b = 0;
  while (a < older.length || b < newer.length) {
    const until = newer.time[b] ?? Number.POSITIVE_INFINITY;
    // Copies all fixes up to the next one of the other track at once: most runs are longer than one fix.
    const run = Number.isFinite(until) ? indexAt(older, until) + 1 : older.length;
    const same = run > a && older.time[run - 1] === until;
    appendBlock(builder, sliceFixes(older, a, same ? run - 1 : run));
    a = Math.max(a, run);
    const limit = older.time[a] ?? Number.POSITIVE_INFINITY;
    let end = b;
    while (end < newer.length && (newer.time[end] ?? 0) <= limit) end += 1;
    if (end === b) continue;
    appendBlock(builder, sliceFixes(newer, b, end));
    b = end;
    // The fix with the same time came from the newer track.
    if (older.time[a] === newer.time[b - 1]) a += 1;
  }
  return toTrack(builder);
}

/** The track from a time on, including the fix before it, where the line comes from. */
export function trackFrom(track: Track, time: number): Track {
  const first = Math.max(0, indexAt(track, time));
  if (first === 0) return track;
  const builder = createTrackBuilder(Math.max(1, track.length - first));
  appendBlock(builder, sliceFixes(track, first, track.length));
  return toTrack(builder);
}

/** The fixes from `from` to before `to`. */
function sliceFixes(track: Track, from: number, to: number): FixColumns {
  const cut = <Column extends Float64Array | Float32Array | Uint8Array>(column: Column) =>
    column.subarray(from, Math.max(from, to)) as Column;
  return {
    length: Math.max(0, to - from),
    time: cut(track.time),
    lng: cut(track.lng),
    lat: cut(track.lat),
    columns: eachColumn((name) => cut(track[name])),
    flags: track.flags === null ? null : cut(track.flags),
  };
}
