import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';

/** A number and its unit, separate because the unit is drawn smaller. `unit` is a key of the `format` namespace. */
export interface Quantity {
  readonly value: string;
  readonly unit: Unit;
}

export type Unit =
  | 'kmh'
  | 'kn'
  | 'm'
  | 'km'
  | 'mps'
  | 'percent'
  | 'degrees'
  | 'volts'
  | 'celsius'
  | 'seconds'
  | 'litres';

/** Speed setting: 1 km/h, 2 knots. */
export type SpeedUnits = 1 | 2;

/** Converts km/h to the user's unit. */
export function convertSpeed(kmh: number, units: SpeedUnits): number {
  return units === 2 ? kmh / KMH_PER_KNOT : kmh;
}

/** Formats a speed given in km/h: one decimal below 100, none above. */
export function formatSpeed(kmh: number, units: SpeedUnits): Quantity {
  const value = convertSpeed(kmh, units);
  return { value: value.toFixed(value < 99.95 ? 1 : 0), unit: units === 2 ? 'kn' : 'kmh' };
}

/** Formats a distance given in metres: metres below 1 km, then kilometres with at most two decimals. */
export function formatDistance(metres: number): Quantity {
  if (metres < 999.5) return { value: metres.toFixed(0), unit: 'm' };
  const km = metres / 1000;
  return { value: km.toFixed(km < 9.995 ? 2 : km < 99.95 ? 1 : 0), unit: 'km' };
}

/** Formats an altitude in metres above mean sea level. */
export function formatAltitude(metres: number): Quantity {
  return { value: metres.toFixed(0), unit: 'm' };
}

export function formatPercent(value: number): Quantity {
  return { value: value.toFixed(0), unit: 'percent' };
}

/** Formats a course in integer degrees with three digits, as spoken on the radio: 007, and never 360. */
export function formatCourse(degrees: number): Quantity {
  return { value: String(Math.round(degrees) % 360).padStart(3, '0'), unit: 'degrees' };
}

/** Formats a climb rate in metres per second with one decimal. The sign is always present, except at zero. */
export function formatClimbRate(metresPerSecond: number): Quantity {
  const value = metresPerSecond.toFixed(1);
  const unsigned = Number(value) === 0 ? '0.0' : value.replace('-', '−');
  return { value: Number(value) > 0 ? `+${value}` : unsigned, unit: 'mps' };
}
