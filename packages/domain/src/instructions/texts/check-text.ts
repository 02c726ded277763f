import { instructionOf } from '../catalogue.ts';
import type { Parameter } from '../parameter.ts';
import { isCarried, type TextCarrier } from './carriers.ts';
import { exampleValues } from './example-values.ts';
import { type InstructionText, MAX_TEXT_LENGTH, type TextProblem } from './instruction-text.ts';
import { type Placeholder, parseText, type TextPart } from './parse-text.ts';
import { writeText } from './write-text.ts';
import { valueWriter } from './write-value.ts';

/** Checks a text of a model whose devices have this carrier. Null: nothing is wrong. */
export function findTextProblem(text: InstructionText, carrier: TextCarrier | null): TextProblem | null {
  if (text.instruction === 'freeText') return { reason: 'instruction', at: null };
  if (carrier === null) return { reason: 'no-carrier', at: null };
  return findSyntaxProblem(text, carrier) ?? findRuleProblem(text);
}

/** The first problem of a model's texts, with the position of the text. */
export function findTextsProblem(
  texts: readonly InstructionText[],
  carrier: TextCarrier | null,
): (TextProblem & { readonly index: number }) | null {
  for (const [index, text] of texts.entries()) {
    const isTwice = texts.findIndex(({ instruction }) => instruction === text.instruction) < index;
    const problem = isTwice ? { reason: 'instruction' as const, at: null } : findTextProblem(text, carrier);
    if (problem !== null) return { ...problem, index };
  }
  return null;
}

function findSyntaxProblem(text: InstructionText, carrier: TextCarrier): TextProblem | null {
  if (text.text.trim() === '') return { reason: 'empty', at: null };
  if (text.text.length > MAX_TEXT_LENGTH) return { reason: 'too-long', at: null };
  const parts = parseText(text.text);
  if ('reason' in parts) return parts;
  const { parameters } = instructionOf(text.instruction);
  for (const part of parts) {
    const problem = findPartProblem(part, parameters, carrier);
    if (problem !== null) return problem;
  }
  const unused = findUnused(parts, parameters);
  if (unused !== undefined) return { reason: 'unused-parameter', at: unused };
  // A value that the format cannot express says nothing about the others.
  const example = writeText(text, exampleValues(text.instruction), carrier);
  if (typeof example === 'string') return null;
  return example.reason === 'form' || example.reason === 'too-long'
    ? { reason: example.reason, at: null }
    : null;
}

function findPartProblem(
  part: TextPart,
  parameters: Readonly<Record<string, Parameter>>,
  carrier: TextCarrier,
): TextProblem | null {
  if (typeof part === 'string') return isCarried(part, carrier) ? null : { reason: 'characters', at: null };
  const { source: at } = part;
  const parameter = Object.hasOwn(parameters, part.parameter) ? parameters[part.parameter] : undefined;
  if (parameter === undefined) return { reason: 'unknown-placeholder', at };
  if (valueWriter(parameter, part) === null) return { reason: 'placeholder-format', at };
  if ((part.fallback !== null) !== (parameter.optional === true))
    return { reason: 'placeholder-default', at };
  return isCarried(part.format + (part.fallback ?? ''), carrier) ? null : { reason: 'characters', at };
}

function findUnused(
  parts: readonly TextPart[],
  parameters: Readonly<Record<string, Parameter>>,
): string | undefined {
  const used = new Set(
    parts.filter((part): part is Placeholder => typeof part !== 'string').map(({ parameter }) => parameter),
  );
  return Object.keys(parameters).find((name) => parameters[name]?.optional !== true && !used.has(name));
}

function findRuleProblem({ instruction, receipt, repeatable }: InstructionText): TextProblem | null {
  if (receipt?.failure?.toLowerCase() === receipt?.success.toLowerCase() && receipt !== null) {
    return { reason: 'receipt', at: null };
  }
  if (repeatable && instructionOf(instruction).dangerous) return { reason: 'repeatable', at: null };
  return null;
}
