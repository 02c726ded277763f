import { type InstructionName, instructionOf } from '@wakeline/domain/instructions/catalogue';
import type { Parameter } from '@wakeline/domain/instructions/parameter';

/** The placeholder with which a text starts: with a text for each choice, which the user replaces by those of the device. */
export function placeholderFor(name: string, parameter: Parameter): string {
  const format = formatFor(parameter);
  const fallback = parameter.optional === true ? '?0' : '';
  return `{${name}${format === '' ? '' : `:${format}`}${fallback}}`;
}

function formatFor(parameter: Parameter): string {
  if (parameter.kind === 'switch') return 'on=1|off=0';
  if (parameter.kind !== 'choice') return '';
  const { options } = parameter;
  // Numbers are the device's own values already.
  if (options.every(({ value }) => /^\d+$/.test(value))) return '';
  return options.map(({ value }, index) => `${value}=${index}`).join('|');
}

/** Placeholders for all parameters of an instruction, separated by commas. */
export function allPlaceholders(instruction: InstructionName): string {
  return Object.entries(instructionOf(instruction).parameters)
    .map(([name, parameter]) => placeholderFor(name, parameter))
    .join(',');
}
