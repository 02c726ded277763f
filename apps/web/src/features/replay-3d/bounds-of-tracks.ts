import type { Track } from '@wakeline/domain/track';
import { wrapLng } from '@wakeline/domain/web-mercator';
import type { Bounds } from '../../map/map-view.ts';

/** The area of some tracks; null when none has a fix. All longitudes are counted from the first fix, so that the antimeridian is none. */
export function boundsOfTracks(tracks: readonly Track[]): Bounds | null {
  const first = tracks.find(({ length }) => length > 0)?.lng[0];
  if (first === undefined) return null;
  let [south, north, west, east] = [90, -90, 180, -180];
  for (const { length, lat, lng } of tracks) {
    for (let at = 0; at < length; at += 1) {
      const y = lat[at] ?? 0;
      const x = wrapLng((lng[at] ?? 0) - first);
      if (y < south) south = y;
      if (y > north) north = y;
      if (x < west) west = x;
      if (x > east) east = x;
    }
  }
  return { west: wrapLng(first + west), south, east: wrapLng(first + east), north };
}
