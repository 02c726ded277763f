import { type Coordinates, EARTH_RADIUS } from '@wakeline/domain/geo/great-circle';

const RADIAN = Math.PI / 180;
/** Metres in a degree of latitude. */
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

/** The place that lies so many metres east and north of `from`; reckoned flat, good for some kilometres. */
export function offsetCoordinates(from: Coordinates, east: number, north: number): Coordinates {
  return {
    longitude: from.longitude + east / (METRES_PER_DEGREE * Math.cos(from.latitude * RADIAN)),
    latitude: from.latitude + north / METRES_PER_DEGREE,
  };
}
