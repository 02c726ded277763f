/**
 * The unit square of the web map (spherical Mercator, EPSG:3857 scaled to 0..1): x to the east from the antimeridian, y to the
 * south from 85.051129 degrees north.
 */

/** The latitude of the edge of the square: atan(sinh(pi)), in degrees. */
export const MERCATOR_LATITUDE = 85.0511287798066;

/** Longitude in degrees to x: 0..1 for -180..180, continued beyond. */
export function mercatorX(lng: number): number {
  return (lng + 180) / 360;
}

/** Latitude in degrees to y; latitudes beyond the square are clamped to its edge. */
export function mercatorY(lat: number): number {
  const clamped = Math.min(MERCATOR_LATITUDE, Math.max(-MERCATOR_LATITUDE, lat));
  const sine = Math.sin((clamped * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

export function lngFromMercator(x: number): number {
  return x * 360 - 180;
}

export function latFromMercator(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

/** Wraps a longitude into -180 <= lng < 180. */
export function wrapLng(lng: number): number {
  return lng >= -180 && lng < 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180;
}

/** The longitude of the same meridian nearest to `reference`, across the antimeridian if that is shorter. */
export function nearestLng(lng: number, reference: number): number {
  return reference + wrapLng(lng - reference);
}

/** The point at `fraction` (0..1) of the straight line on the map, the short way around the earth. */
export function interpolateOnMap(
  from: { readonly lng: number; readonly lat: number },
  to: { readonly lng: number; readonly lat: number },
  fraction: number,
): { lng: number; lat: number } {
  if (fraction <= 0) return { lng: from.lng, lat: from.lat };
  if (fraction >= 1) return { lng: to.lng, lat: to.lat };
  const lng = from.lng + wrapLng(to.lng - from.lng) * fraction;
  const y = mercatorY(from.lat) + (mercatorY(to.lat) - mercatorY(from.lat)) * fraction;
  return { lng: wrapLng(lng), lat: latFromMercator(y) };
}
