import { type InstructionCall, type InstructionName, instructionOf } from './catalogue.ts';
import type { ValueProblem, ValueProblemReason } from './instruction.ts';
import type { Parameter, ParameterValue, PhonesParameter, TextParameter } from './parameter.ts';

/** Characters with which text protocols delimit frames and fields. */
const DELIMITERS = /[#,*$()[\]{}|~"\\;]/;
const CONTROL_CHARACTERS = /\p{C}/u;
const PHONE = /^\+?\d{3,20}$/;
const CLOCK = /^([01]\d|2[0-3])[0-5]\d$/;
const HOST_LABEL = /^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;
const MAX_HOST_LENGTH = 100;

/**
 * Checks values from a form or a call against the catalogue. Returns every problem in the order of the parameters; none
 * means that the values are of the type `InstructionValues`.
 */
export function findValueProblems(
  name: InstructionName,
  values: Readonly<Record<string, unknown>>,
): readonly ValueProblem[] {
  const { parameters, check } = instructionOf(name);
  const problems: ValueProblem[] = [];
  for (const given of Object.keys(values)) {
    if (!Object.hasOwn(parameters, given)) problems.push({ parameter: given, reason: 'unknown' });
  }
  for (const [parameter, definition] of Object.entries(parameters)) {
    const reason = findProblem(definition, values[parameter]);
    if (reason !== null) problems.push({ parameter, reason });
  }
  if (problems.length > 0 || check === undefined) return problems;
  const problem = check(values as Readonly<Record<string, ParameterValue>>);
  return problem === null ? [] : [problem];
}

/** Values that were checked when they were stored, as a typed call. Throws RangeError if they have problems. */
export function instructionCall(
  name: InstructionName,
  values: Readonly<Record<string, unknown>>,
): InstructionCall {
  const [problem] = findValueProblems(name, values);
  if (problem !== undefined) throw new RangeError(`${name}.${problem.parameter}: ${problem.reason}`);
  return { name, values } as InstructionCall;
}

/** What is wrong with one value, for a form while it is filled in; null: nothing. */
export function findProblem(parameter: Parameter, value: unknown): ValueProblemReason | null {
  if (value === undefined || value === null || value === '') return parameter.optional ? null : 'missing';
  switch (parameter.kind) {
    case 'integer':
      if (typeof value !== 'number') return 'type';
      if (!Number.isInteger(value)) return 'range';
      return parameter.ranges.some(([min, max]) => value >= min && value <= max) ? null : 'range';
    case 'decimal':
      if (typeof value !== 'number' || Number.isNaN(value)) return 'type';
      return value >= parameter.min && value <= parameter.max ? null : 'range';
    case 'switch':
      return typeof value === 'boolean' ? null : 'type';
    case 'phones':
      return findPhonesProblem(parameter, value);
    default:
      return typeof value === 'string' ? findTextProblem(parameter, value) : 'type';
  }
}

function findPhonesProblem({ maxCount }: PhonesParameter, value: unknown): ValueProblemReason | null {
  if (!Array.isArray(value)) return 'type';
  if (value.length === 0) return 'missing';
  if (value.length > maxCount) return 'too-many';
  return value.every((item) => typeof item === 'string' && PHONE.test(item)) ? null : 'format';
}

function findTextProblem(
  parameter: Exclude<Parameter, { kind: 'integer' | 'decimal' | 'switch' | 'phones' }>,
  value: string,
): ValueProblemReason | null {
  switch (parameter.kind) {
    case 'choice':
      return parameter.options.some((option) => option.value === value) ? null : 'range';
    case 'clock':
      return CLOCK.test(value) ? null : 'format';
    case 'phone':
      return PHONE.test(value) ? null : 'format';
    case 'host':
      return isHost(value) ? null : 'format';
    case 'text':
      return findCharacterProblem(parameter, value);
  }
}

function findCharacterProblem(
  { characters, maxLength }: TextParameter,
  value: string,
): ValueProblemReason | null {
  if (value.trim() === '') return 'missing';
  if (value.length > maxLength) return 'too-long';
  if (CONTROL_CHARACTERS.test(value)) return 'characters';
  return characters === 'plain' && DELIMITERS.test(value) ? 'characters' : null;
}

/** Whether a text has neither control characters nor characters with which text protocols delimit frames and fields. */
export function isPlain(value: string): boolean {
  return !CONTROL_CHARACTERS.test(value) && !DELIMITERS.test(value);
}

/** A domain name of RFC 1123 labels, or an IPv4 address. The devices' texts have no form for IPv6. */
function isHost(value: string): boolean {
  if (value.length > MAX_HOST_LENGTH) return false;
  return value.split('.').every((label) => HOST_LABEL.test(label));
}
