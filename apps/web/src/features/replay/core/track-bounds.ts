import { indexAt } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';
import type { Bounds } from '../../../map/map-view.ts';

type TrackPoints = Pick<Track, 'length' | 'time' | 'lng' | 'lat'>;

/** The bounds of tracks; null if none has a fix. Across the antimeridian `east` is below `west`. */
export function boundsOf(tracks: readonly TrackPoints[]): Bounds | null {
  return boundsOfRanges(tracks.map((track) => ({ track, first: 0, last: track.length - 1 })));
}

/**
 * The bounds of the fixes between two times (epoch ms), including the last one before them, where that segment
 * starts.
 */
export function boundsBetween(
  track: TrackPoints,
  { start, end }: { readonly start: number; readonly end: number },
): Bounds | null {
  if (track.length === 0) return null;
  const [first, last] = [Math.max(0, indexAt(track, start)), Math.max(0, indexAt(track, end))];
  return boundsOfRanges([{ track, first, last }]);
}

interface FixRange {
  readonly track: TrackPoints;
  /** Indices of fixes, both inclusive. */
  readonly first: number;
  readonly last: number;
}

function boundsOfRanges(ranges: readonly FixRange[]): Bounds | null {
  if (ranges.every(({ first, last }) => last < first)) return null;
  let [south, north, west, east] = [90, -90, 180, -180];
  // The same with longitudes from 0 to 360.
  let [west360, east360] = [360, 0];
  for (const { track, first, last } of ranges)
    for (let at = first; at <= last; at += 1) {
      const lat = track.lat[at] ?? 0;
      const lng = track.lng[at] ?? 0;
      south = Math.min(south, lat);
      north = Math.max(north, lat);
      west = Math.min(west, lng);
      east = Math.max(east, lng);
      const lng360 = lng < 0 ? lng + 360 : lng;
      west360 = Math.min(west360, lng360);
      east360 = Math.max(east360, lng360);
    }
  if (east - west <= east360 - west360) return { west, south, east, north };
  const wrap = (lng: number) => (lng > 180 ? lng - 360 : lng);
  return { west: wrap(west360), south, east: wrap(east360), north };
}
