/**
 * What an altitude is measured from. Heights are compared only with heights of the same kind. The number is stored: it never
 * changes and is never reused.
 *
 * - `sea`: metres above mean sea level, as receivers of GNSS give it. An altitude without a kind is of this kind.
 * - `ellipsoid`: metres above the ellipsoid WGS 84 (ADS-B `alt_geom`); up to 107 m off mean sea level.
 * - `pressure`: metres in the standard atmosphere at 1013.25 hPa (ADS-B `alt_baro`). Only such an altitude is a flight level.
 */
export const ALTITUDE_KINDS = { sea: 1, ellipsoid: 2, pressure: 3 } as const;

export type AltitudeKind = (typeof ALTITUDE_KINDS)[keyof typeof ALTITUDE_KINDS];

/** The kind with this number; omitted, null and unknown numbers are above mean sea level. */
export function altitudeKindOf(number: number | null | undefined): AltitudeKind {
  return number === ALTITUDE_KINDS.ellipsoid || number === ALTITUDE_KINDS.pressure
    ? number
    : ALTITUDE_KINDS.sea;
}
