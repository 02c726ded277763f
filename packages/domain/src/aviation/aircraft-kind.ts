/**
 * Kinds of aircraft. The kind decides how take-off and landing are found (`FLIGHT_PROFILES`). The number is stored: it never
 * changes and is never reused.
 */
export const AIRCRAFT_KIND_NUMBERS = {
  airliner: 1,
  light: 2,
  ultralight: 3,
  glider: 4,
  helicopter: 5,
  gyroplane: 6,
  paraglider: 7,
  balloon: 8,
  drone: 9,
} as const;

/** `airliner`: also business jets. `light`: piston and turboprop aeroplanes. `paraglider`: also hang gliders. */
export type AircraftKind = keyof typeof AIRCRAFT_KIND_NUMBERS;

/** In listing order. */
export const AIRCRAFT_KINDS = Object.keys(AIRCRAFT_KIND_NUMBERS) as [AircraftKind, ...AircraftKind[]];

/** Null: no kind has this number. */
export function aircraftKindOf(number: number): AircraftKind | null {
  return AIRCRAFT_KINDS.find((kind) => AIRCRAFT_KIND_NUMBERS[kind] === number) ?? null;
}
