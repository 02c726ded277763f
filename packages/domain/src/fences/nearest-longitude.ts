/** The same meridian within 180 degrees of `reference`. A longitude that is already within is returned unchanged, bit for bit. */
export function nearestLongitude(longitude: number, reference: number): number {
  return longitude - 360 * Math.round((longitude - reference) / 360);
}
