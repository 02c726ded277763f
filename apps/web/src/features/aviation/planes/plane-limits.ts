import { FLIGHT_LIMIT_BOUNDS, type FlightLimits } from '@wakeline/domain/aviation/flight-profile';
import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';
import { METRES_PER_FOOT, type Unit, type UnitSettings } from '../../../format/quantities.ts';

export type LimitName = keyof FlightLimits;

/** The limits of a plane as a form shows them; null: that of the kind. */
export type LimitFields = Readonly<Record<LimitName, number | null>>;

const SECOND_MS = 1_000;

const QUANTITIES = {
  takeoffSpeed: 'speed',
  landingSpeed: 'speed',
  proofHeight: 'height',
  holdUp: 'time',
  holdDown: 'time',
} as const satisfies Readonly<Record<LimitName, 'speed' | 'height' | 'time'>>;

/** As in the contract. */
type PartialLimits = { readonly [Name in LimitName]?: number | undefined };

/** In the order of the form. */
export const LIMIT_NAMES = Object.keys(QUANTITIES) as readonly LimitName[];

export function limitUnit(name: LimitName, units: UnitSettings): Unit {
  switch (QUANTITIES[name]) {
    case 'speed':
      return units.speedUnits === 2 ? 'kn' : 'kmh';
    case 'height':
      return units.altitudeUnits === 2 ? 'ft' : 'm';
    case 'time':
      return 'seconds';
  }
}

/** What one unit of the form is in the unit of `FlightLimits`. */
function scaleOf(name: LimitName, units: UnitSettings): number {
  switch (QUANTITIES[name]) {
    case 'speed':
      return units.speedUnits === 2 ? KMH_PER_KNOT : 1;
    case 'height':
      return units.altitudeUnits === 2 ? METRES_PER_FOOT : 1;
    case 'time':
      return SECOND_MS;
  }
}

/** A limit in the unit of the form. Hundredths, so that an unchanged limit stays the same in km/h and metres. */
export function toDisplayedLimit(name: LimitName, value: number, units: UnitSettings): number {
  return Math.round((value / scaleOf(name, units)) * 100) / 100;
}

/** What a limit may be, in the unit of the form: integers within the bounds. */
export function displayedBounds(name: LimitName, units: UnitSettings) {
  const { min, max } = FLIGHT_LIMIT_BOUNDS[name];
  const scale = scaleOf(name, units);
  return { min: Math.ceil(min / scale), max: Math.floor(max / scale) };
}

/** The limits of a plane in a form. */
export function toLimitFields(limits: PartialLimits, units: UnitSettings): LimitFields {
  const entries = LIMIT_NAMES.map((name) => {
    const value = limits[name];
    return [name, value === undefined ? null : toDisplayedLimit(name, value, units)] as const;
  });
  return Object.fromEntries(entries) as Record<LimitName, number | null>;
}

/** The limits that the form sets, in tenths of km/h and of metres, and milliseconds. */
export function toLimits(fields: LimitFields, units: UnitSettings): Partial<Record<LimitName, number>> {
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => {
      const value = fields[name];
      if (value === null || value === undefined) return [];
      const stored = value * scaleOf(name, units);
      return [[name, QUANTITIES[name] === 'time' ? Math.round(stored) : Math.round(stored * 10) / 10]];
    }),
  );
}
