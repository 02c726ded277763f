import { EARTH_RADIUS } from '../../geo/great-circle.ts';
import type { TrackFix } from '../../tracks/track.ts';

/** A fix this many seconds after the start and metres east and north of it (valid for short distances); other values are null. */
export function fix(second: number, east: number, north = 0, start = { lng: 0, lat: 0 }): TrackFix {
  const degree = (EARTH_RADIUS * Math.PI) / 180;
  return {
    time: second * 1000,
    lng: start.lng + east / degree / Math.cos((start.lat * Math.PI) / 180),
    lat: start.lat + north / degree,
    distant: 0,
    dir: null,
    speed: null,
    power: null,
    gsm: null,
    gps: null,
    height: null,
  };
}
