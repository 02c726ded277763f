import { instructionOf } from '../catalogue.ts';
import type { ParameterValue } from '../parameter.ts';
import { findCarrierProblem, type TextCarrier } from './carriers.ts';
import type { InstructionText, TextRefusal } from './instruction-text.ts';
import { type Placeholder, parseText } from './parse-text.ts';
import { valueWriter } from './write-value.ts';

type Values = Readonly<Record<string, ParameterValue | undefined>>;

/**
 * Writes values, which `findValueProblems` has checked, into a text without problems. A value can add no delimiter: written
 * values are plain, and the result is checked as a whole.
 *
 * @throws RangeError if the text has problems
 */
export function writeText(
  { instruction, text }: Pick<InstructionText, 'instruction' | 'text'>,
  values: Values,
  carrier: TextCarrier,
): string | TextRefusal {
  const { parameters } = instructionOf(instruction);
  const parts = parseText(text);
  if ('reason' in parts) throw new RangeError(`${instruction}: ${parts.reason}`);
  const used = new Set<string>();
  let written = '';
  for (const part of parts) {
    if (typeof part === 'string') written += part;
    else {
      used.add(part.parameter);
      const value = writePlaceholder(part, values, parameters);
      if (typeof value !== 'string') return value;
      written += value;
    }
  }
  const dropped = Object.keys(parameters).find((name) => isGiven(values[name]) && !used.has(name));
  if (dropped !== undefined) return { reason: 'unused-value', at: dropped };
  const problem = findCarrierProblem(written, carrier);
  return problem === null ? written : { reason: problem, at: null };
}

function writePlaceholder(
  placeholder: Placeholder,
  values: Values,
  parameters: ReturnType<typeof instructionOf>['parameters'],
): string | TextRefusal {
  const { parameter, fallback } = placeholder;
  const definition = Object.hasOwn(parameters, parameter) ? parameters[parameter] : undefined;
  const write = definition === undefined ? null : valueWriter(definition, placeholder);
  if (write === null) throw new RangeError(`${placeholder.source}: not a placeholder of the instruction`);
  const value = values[parameter];
  if (!isGiven(value)) return fallback ?? { reason: 'missing-value', at: parameter };
  return write(value) ?? { reason: 'value', at: parameter };
}

function isGiven(value: ParameterValue | undefined): value is ParameterValue {
  return value !== undefined && value !== '';
}
