import { indexAt } from '@wakeline/domain/playback';
import type { Track } from '@wakeline/domain/track';
import type { Bounds } from '../../map/map-view.ts';

type Placed = Pick<Track, 'length' | 'time' | 'lng' | 'lat'>;

/** The area of a track; null for an empty one. A track across the antimeridian has `east` below `west`. */
export function boundsOf(track: Placed): Bounds | null {
  return boundsOfFixes(track, 0, track.length - 1);
}

/** The area of the fixes between two times (epoch ms), and of the last one before them: there it comes from. */
export function boundsBetween(
  track: Placed,
  { start, end }: { readonly start: number; readonly end: number },
): Bounds | null {
  return boundsOfFixes(track, Math.max(0, indexAt(track, start)), Math.max(0, indexAt(track, end)));
}

function boundsOfFixes(track: Placed, first: number, last: number): Bounds | null {
  if (track.length === 0) return null;
  let [south, north, west, east] = [90, -90, 180, -180];
  // The same, with longitudes counted from 0 to 360.
  let [west360, east360] = [360, 0];
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
  const plain = (lng: number) => (lng > 180 ? lng - 360 : lng);
  return { west: plain(west360), south, east: plain(east360), north };
}
