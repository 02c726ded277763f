import type { Language, UserUnits } from '@wakeline/contract/entities/user-config';
import { KMH_PER_KNOT } from '@wakeline/domain/geo/speed-units';

const METRES_PER_FOOT = 0.3048;

/** The units of a notice without a reader: of messages to recipients. */
export const METRIC: UserUnits = { speedUnits: 1, altitudeUnits: 1, climbUnits: 1 };

type UnitTexts = Readonly<Record<Language, Readonly<Record<1 | 2, string>>>>;

const SPEED: UnitTexts = { zh_CN: { 1: 'km/h', 2: '节' }, en_US: { 1: 'km/h', 2: 'kn' } };
const ALTITUDE: UnitTexts = { zh_CN: { 1: '米', 2: '英尺' }, en_US: { 1: 'm', 2: 'ft' } };
const CLIMB: UnitTexts = { zh_CN: { 1: 'm/s', 2: 'ft/min' }, en_US: { 1: 'm/s', 2: 'ft/min' } };

/** Quantities with their unit, in the language and the units of a reader. */
export interface QuantityReader {
  readonly language: Language;
  readonly units: UserUnits;
}

export function speedText(kmh: number, { language, units: { speedUnits } }: QuantityReader): string {
  return `${Math.round(speedUnits === 2 ? kmh / KMH_PER_KNOT : kmh)} ${SPEED[language][speedUnits]}`;
}

export function altitudeText(metres: number, { language, units: { altitudeUnits } }: QuantityReader): string {
  const value = altitudeUnits === 2 ? metres / METRES_PER_FOOT : metres;
  return `${Math.round(value)} ${ALTITUDE[language][altitudeUnits]}`;
}

/** Metres per second have one decimal. */
export function climbText(
  metresPerSecond: number,
  { language, units: { climbUnits } }: QuantityReader,
): string {
  const value =
    climbUnits === 2
      ? Math.round((metresPerSecond * 60) / METRES_PER_FOOT)
      : Math.round(metresPerSecond * 10) / 10;
  return `${value} ${CLIMB[language][climbUnits]}`;
}
