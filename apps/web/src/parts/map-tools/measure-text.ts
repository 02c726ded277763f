import type { Language } from '@wakeline/contract/entities/user-config';
import {
  AREA_UNITS,
  type AreaUnit,
  LENGTH_UNITS,
  type LengthUnit,
  toAreaUnit,
  toLengthUnit,
} from '@wakeline/domain/geo/measure-units';

/** `metric`: metres up to a kilometre, then kilometres. */
export const LENGTH_CHOICES = ['metric', 'm', 'km', 'nmi', 'mi', 'ft'] as const satisfies readonly (
  | LengthUnit
  | 'metric'
)[];
export type LengthChoice = (typeof LENGTH_CHOICES)[number];

export const AREA_CHOICES = Object.keys(AREA_UNITS) as readonly AreaUnit[];

export const parseLengthChoice = (stored: unknown): LengthChoice | null =>
  LENGTH_CHOICES.find((choice) => choice === stored) ?? null;

export const parseAreaUnit = (stored: unknown): AreaUnit | null =>
  AREA_CHOICES.find((unit) => unit === stored) ?? null;

/** The unit for a length. */
export function resolveLengthUnit(metres: number, choice: LengthChoice): LengthUnit {
  if (choice !== 'metric') return choice;
  return metres < LENGTH_UNITS.km ? 'm' : 'km';
}

/**
 * A measured value with four significant digits, which is the precision of a pointer, and as an integer from 1,000 up.
 */
export function formatMeasurement(value: number, language: Language): string {
  const locale = language === 'zh_CN' ? 'zh-CN' : 'en-GB';
  const digits =
    value >= 1000 || value === 0
      ? { maximumFractionDigits: 0 }
      : { minimumSignificantDigits: 4, maximumSignificantDigits: 4 };
  return new Intl.NumberFormat(locale, digits).format(value);
}

export function formatLength(metres: number, choice: LengthChoice, language: Language) {
  const unit = resolveLengthUnit(metres, choice);
  return { unit, text: formatMeasurement(toLengthUnit(metres, unit), language) };
}

export function formatArea(squareMetres: number, unit: AreaUnit, language: Language): string {
  return formatMeasurement(toAreaUnit(squareMetres, unit), language);
}
