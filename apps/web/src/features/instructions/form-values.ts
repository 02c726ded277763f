import type { InstructionParameters } from '@wakeline/contract/instructions';
import { type InstructionName, instructionOf } from '@wakeline/domain/instructions/catalogue';
import type { Parameter } from '@wakeline/domain/instructions/parameter';

/** The value of a field; undefined or null: empty. */
export type FieldValue = number | boolean | string | readonly string[] | null | undefined;
/** The fields of an instruction by parameter. */
export type ParameterFields = Readonly<Record<string, FieldValue>>;

/** The fields before the user changes them: those of a template, or the initial values of the catalogue. */
export function initialFields(name: InstructionName, stored: InstructionParameters | null): ParameterFields {
  return Object.fromEntries(
    Object.entries(instructionOf(name).parameters).map(([key, parameter]) => [
      key,
      stored === null ? initialValue(parameter) : stored[key],
    ]),
  );
}

function initialValue(parameter: Parameter): FieldValue {
  if (parameter.kind === 'switch') return parameter.initial ?? (parameter.optional ? undefined : false);
  return parameter.kind === 'integer' ? parameter.initial : undefined;
}

/** What a field contains, as the catalogue stores it: without surrounding spaces, and a clock without its colon. */
export function normalizeField(parameter: Parameter, value: FieldValue): FieldValue {
  if (Array.isArray(value)) return value.map((item: string) => item.trim()).filter((item) => item !== '');
  if (typeof value !== 'string') return value;
  const trimmed = value.trim();
  return parameter.kind === 'clock' ? trimmed.replace(/^(\d\d?)[:：](\d\d)$/, padClock) : trimmed;
}

function padClock(_clock: string, hours: string, minutes: string): string {
  return `${hours.padStart(2, '0')}${minutes}`;
}

/** The values of a filled form; empty fields are left out. */
export function toParameters(name: InstructionName, fields: ParameterFields): InstructionParameters {
  const values: InstructionParameters = {};
  for (const [key, parameter] of Object.entries(instructionOf(name).parameters)) {
    const value = normalizeField(parameter, fields[key]);
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) {
      if (value.length > 0) values[key] = [...value];
    } else if (typeof value !== 'object') values[key] = value;
  }
  return values;
}

/** The permitted range of a number; null: it has none. */
export function rangeText(parameter: Parameter): string | null {
  if (parameter.kind === 'decimal') return `${parameter.min}–${parameter.max}`;
  if (parameter.kind !== 'integer') return null;
  return parameter.ranges.map(([min, max]) => (min === max ? String(min) : `${min}–${max}`)).join(', ');
}

/** Choices of how long an instruction waits for its device, in seconds. */
export const EXPIRIES = [600, 3_600, 21_600, 86_400, 259_200, 604_800, 2_592_000] as const;

/** The expiry of an instruction without a choice, in seconds. */
export function defaultExpiry(name: InstructionName): number {
  return instructionOf(name).dangerous ? 600 : 604_800;
}
