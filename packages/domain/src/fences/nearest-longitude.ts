/** The same meridian within 180 degrees of `reference`. A longitude that is there already stays as it is, to the last bit. */
export function nearestLongitude(longitude: number, reference: number): number {
  return longitude - 360 * Math.round((longitude - reference) / 360);
}
