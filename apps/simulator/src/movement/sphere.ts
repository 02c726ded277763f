import { type Coordinates, EARTH_RADIUS } from '@wakeline/domain/geo/great-circle';

const RADIAN = Math.PI / 180;
/** Metres per degree of latitude. */
const METRES_PER_DEGREE = EARTH_RADIUS * RADIAN;

/** Initial course of the great circle, degrees clockwise from true north, 0 <= course < 360. */
export function courseBetween(from: Coordinates, to: Coordinates): number {
  const lat1 = from.latitude * RADIAN;
  const lat2 = to.latitude * RADIAN;
  const dLng = (to.longitude - from.longitude) * RADIAN;
  const y = Math.sin(dLng) * Math.cos(lat2);
  const x = Math.cos(lat1) * Math.sin(lat2) - Math.sin(lat1) * Math.cos(lat2) * Math.cos(dLng);
  return (Math.atan2(y, x) / RADIAN + 360) % 360;
}

/** The coordinates at an offset in metres from `from`; flat-earth approximation for a few kilometres. */
export function offsetCoordinates(from: Coordinates, east: number, north: number): Coordinates {
  return {
    longitude: from.longitude + east / (METRES_PER_DEGREE * Math.cos(from.latitude * RADIAN)),
    latitude: from.latitude + north / METRES_PER_DEGREE,
  };
}
