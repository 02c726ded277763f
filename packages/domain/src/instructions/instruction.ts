import type { BilingualText, Parameter, ParameterValue } from './parameter.ts';

/**
 * What repeating an instruction does.
 *
 * - `query`: reads something from the device.
 * - `setting`: sets a value. Repeating it changes nothing.
 * - `action`: does something each time that it arrives, so it is never repeated without being asked for.
 */
export type InstructionKind = 'query' | 'setting' | 'action';

/** Groups of the console's list. */
export const INSTRUCTION_TOPICS = ['position', 'connection', 'alarm', 'control', 'voice', 'other'] as const;
export type InstructionTopic = (typeof INSTRUCTION_TOPICS)[number];

/** One instruction of the catalogue. */
export interface Instruction {
  readonly title: BilingualText;
  readonly topic: InstructionTopic;
  readonly kind: InstructionKind;
  /**
   * It can stop a vehicle, erase or lose the device: the user confirms it a second time, it expires soon, and it is not
   * repeated.
   */
  readonly dangerous?: true;
  /** By name, in the order of the form. */
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** A condition between values that are each valid. Returns the parameter and what is wrong, or null. */
  readonly check?: (values: Readonly<Record<string, ParameterValue>>) => ValueProblem | null;
}

/**
 * What is wrong with a value.
 *
 * - `missing`, `unknown` (not a parameter of the instruction), `type`
 * - `range`: outside the ranges, or not a whole number
 * - `characters`, `too-long`, `too-many`, `format`
 * - `pair`: both must be 0, or neither
 */
export type ValueProblemReason =
  | 'missing'
  | 'unknown'
  | 'type'
  | 'range'
  | 'characters'
  | 'too-long'
  | 'too-many'
  | 'format'
  | 'pair';

export interface ValueProblem {
  /** The name of the parameter. */
  readonly parameter: string;
  readonly reason: ValueProblemReason;
}
