import type { Language } from '@wakeline/contract/entities/user-config';
import type { InstructionParameters } from '@wakeline/contract/instructions';
import { type InstructionName, instructionOf } from '@wakeline/domain/instructions/catalogue';
import type { Parameter, ParameterUnit } from '@wakeline/domain/instructions/parameter';

/** A parameter and its value, as displayed. */
export interface DisplayedValue {
  readonly title: string;
  readonly value: string;
}

/** The language of the catalogue's texts, and the texts that it does not have. */
export interface ValueTexts {
  readonly language: Language;
  readonly on: string;
  readonly off: string;
  readonly unit: (unit: ParameterUnit) => string;
}

/** The values of an instruction in the order of its form. */
export function describeValues(
  name: InstructionName,
  values: InstructionParameters,
  texts: ValueTexts,
): readonly DisplayedValue[] {
  return Object.entries(instructionOf(name).parameters).flatMap(([key, parameter]) => {
    const value = values[key];
    if (value === undefined) return [];
    return { title: parameter.title[texts.language], value: describeValue(parameter, value, texts) };
  });
}

/** The values on one line. */
export function summarizeValues(
  name: InstructionName,
  values: InstructionParameters,
  texts: ValueTexts,
): string {
  return describeValues(name, values, texts)
    .map(({ title, value }) => `${title} ${value}`)
    .join(' · ');
}

function describeValue(
  parameter: Parameter,
  value: InstructionParameters[string],
  texts: ValueTexts,
): string {
  if (typeof value === 'boolean') return value ? texts.on : texts.off;
  if (parameter.kind === 'choice')
    return parameter.options.find((option) => option.value === value)?.title[texts.language] ?? String(value);
  if (parameter.kind === 'clock' && typeof value === 'string')
    return `${value.slice(0, 2)}:${value.slice(2)}`;
  if (Array.isArray(value)) return value.join(', ');
  const unit = 'unit' in parameter ? parameter.unit : undefined;
  return unit === undefined ? String(value) : `${value} ${texts.unit(unit)}`;
}
