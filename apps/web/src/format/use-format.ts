import type { Language } from '@wakeline/contract/entities/user-config';
import { ALTITUDE_KINDS, altitudeKindOf } from '@wakeline/domain/aviation/altitude-kind';
import { createContext, use, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type CoordinateFormat, formatCoordinates } from './coordinates.ts';
import {
  type AltitudeUnits,
  type ClimbUnits,
  formatAltitude,
  formatClimbRate,
  formatSpeed,
  type Quantity,
  type SpeedUnits,
} from './quantities.ts';
import { formatDateTime, formatMonthDay, formatTimeOfDay, toRelativeTime, toSpan } from './time.ts';

/** Names of altitudes by their kind; null: the usual one. */
const ALTITUDE_NAMES = {
  [ALTITUDE_KINDS.sea]: null,
  [ALTITUDE_KINDS.ellipsoid]: 'ellipsoid',
  [ALTITUDE_KINDS.pressure]: 'pressure',
} as const;

/** Settings of the user and the account that decide how values are formatted. */
export interface FormatSettings {
  readonly timeZone: string;
  readonly speedUnits: SpeedUnits;
  readonly altitudeUnits: AltitudeUnits;
  readonly climbUnits: ClimbUnits;
  readonly locationFormat: CoordinateFormat;
}

export const FormatContext = createContext<FormatSettings>({
  timeZone: 'Asia/Shanghai',
  speedUnits: 1,
  altitudeUnits: 1,
  climbUnits: 1,
  locationFormat: 1,
});

export interface Format extends FormatSettings {
  /** `yyyy-MM-dd HH:mm:ss` in the account's time zone. */
  formatDateTime(time: number): string;
  formatTimeOfDay(time: number): string;
  formatMonthDay(time: number): string;
  /** "2 min ago". */
  formatRelativeTime(time: number, now: number): string;
  /** "1 h 20 min", from milliseconds. */
  formatSpan(milliseconds: number): string;
  formatCoordinates(latitude: number, longitude: number): string;
  /** The name of an altitude: `label`, unless it is not above mean sea level. `kind` is a number of `ALTITUDE_KINDS`. */
  altitudeName(label: string, kind: number | null | undefined): string;
  /** From km/h. */
  formatSpeed(kmh: number): Quantity;
  /** From metres. */
  formatAltitude(metres: number): Quantity;
  /** From metres per second. */
  formatClimbRate(metresPerSecond: number): Quantity;
  /** An integer with the thousands separators of the language. */
  formatCount(value: number): string;
}

/** Formats times, coordinates and spans by the user's settings, in the language of the page. */
export function useFormat(): Format {
  const settings = use(FormatContext);
  const { t, i18n } = useTranslation('format');
  return useMemo(() => {
    const { timeZone, locationFormat, speedUnits, altitudeUnits, climbUnits } = settings;
    const numbers = new Intl.NumberFormat((i18n.language as Language) === 'zh_CN' ? 'zh-CN' : 'en-GB');
    return {
      ...settings,
      formatDateTime: (time) => formatDateTime(time, timeZone),
      formatTimeOfDay: (time) => formatTimeOfDay(time, timeZone),
      formatMonthDay: (time) => formatMonthDay(time, timeZone),
      formatRelativeTime: (time, now) => {
        const { unit, count } = toRelativeTime(time, now);
        return unit === 'now' ? t('ago.now') : t(`ago.${unit}`, { count });
      },
      formatSpan: (milliseconds) => {
        const parts = toSpan(milliseconds);
        const { days, hours, minutes } = parts;
        const largest = days > 0 ? 'days' : hours > 0 ? 'hours' : minutes > 0 ? 'minutes' : 'seconds';
        return t(`span.${largest}`, { ...parts });
      },
      formatCoordinates: (latitude, longitude) => formatCoordinates(latitude, longitude, locationFormat),
      altitudeName: (label, kind) => {
        const key = ALTITUDE_NAMES[altitudeKindOf(kind)];
        return key === null ? label : t(`altitudeKind.${key}`);
      },
      formatSpeed: (kmh) => formatSpeed(kmh, speedUnits),
      formatAltitude: (metres) => formatAltitude(metres, altitudeUnits),
      formatClimbRate: (metresPerSecond) => formatClimbRate(metresPerSecond, climbUnits),
      formatCount: (value) => numbers.format(value),
    };
  }, [settings, t, i18n.language]);
}
