import type { UserConfig } from '@wakeline/contract/entities/user-config';
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
  | 'ft'
  | 'km'
  | 'mps'
  | 'ftmin'
  | 'percent'
  | 'degrees'
  | 'volts'
  | 'celsius'
  | 'seconds'
  | 'litres';

/** Speed setting: 1 km/h, 2 knots. */
export type SpeedUnits = UserConfig['speedUnits'];
/** Altitude setting: 1 metres, 2 feet. */
export type AltitudeUnits = UserConfig['altitudeUnits'];
/** Setting of rates of climb: 1 m/s, 2 ft/min. */
export type ClimbUnits = UserConfig['climbUnits'];

/** Settings of values that devices report. */
export type UnitSettings = Pick<UserConfig, 'speedUnits' | 'altitudeUnits'>;

export const METRES_PER_FOOT = 0.3048;

/** Converts km/h to the user's unit. */
export function convertSpeed(kmh: number, units: SpeedUnits): number {
  return units === 2 ? kmh / KMH_PER_KNOT : kmh;
}

/** Formats a speed given in km/h: one decimal below 100, none above. */
export function formatSpeed(kmh: number, units: SpeedUnits): Quantity {
  const value = convertSpeed(kmh, units);
  return { value: value.toFixed(value < 99.95 ? 1 : 0), unit: units === 2 ? 'kn' : 'kmh' };
}

/** Both languages of the console write 12,345. */
const GROUPED = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });

/** Formats a distance given in metres: metres below 1 km, then kilometres with at most two decimals, or in groups of digits. */
export function formatDistance(metres: number): Quantity {
  if (metres < 999.5) return { value: metres.toFixed(0), unit: 'm' };
  const km = metres / 1000;
  const value = km < 99.95 ? km.toFixed(km < 9.995 ? 2 : 1) : GROUPED.format(km);
  return { value, unit: 'km' };
}

/** Converts metres to the user's unit of altitudes. */
export function convertAltitude(metres: number, units: AltitudeUnits): number {
  return units === 2 ? metres / METRES_PER_FOOT : metres;
}

/** Formats an altitude, or a difference of altitudes, given in metres. */
export function formatAltitude(metres: number, units: AltitudeUnits): Quantity {
  return { value: formatInteger(convertAltitude(metres, units)), unit: units === 2 ? 'ft' : 'm' };
}

export function formatPercent(value: number): Quantity {
  return { value: value.toFixed(0), unit: 'percent' };
}

/** Formats a course in integer degrees with three digits, as spoken on the radio: 007, and never 360. */
export function formatCourse(degrees: number): Quantity {
  return { value: String(Math.round(degrees) % 360).padStart(3, '0'), unit: 'degrees' };
}

/**
 * Formats a rate of climb given in metres per second: m/s with one decimal, or ft/min in tens. The sign is always present,
 * except at zero.
 */
export function formatClimbRate(metresPerSecond: number, units: ClimbUnits): Quantity {
  const value =
    units === 2
      ? String(Math.round((metresPerSecond * 60) / METRES_PER_FOOT / 10) * 10)
      : metresPerSecond.toFixed(1);
  const zero = units === 2 ? '0' : '0.0';
  const unsigned = Number(value) === 0 ? zero : value.replace('-', '−');
  return { value: Number(value) > 0 ? `+${value}` : unsigned, unit: units === 2 ? 'ftmin' : 'mps' };
}

/** Without the sign that small negative numbers keep. */
function formatInteger(value: number): string {
  return String(Math.round(value) + 0);
}
