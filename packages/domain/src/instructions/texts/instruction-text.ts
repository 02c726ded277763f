import type { ProtocolName } from '../../devices/protocols.ts';
import type { InstructionName } from '../catalogue.ts';

/**
 * A text with which the devices of a model take an instruction: `MODE,{mode:normal=0|sleep=1|deepSleep=2}#`. It is sent
 * over the free text of their protocol. `parse-text.ts` has the syntax.
 */
export interface InstructionText {
  readonly instruction: InstructionName;
  readonly text: string;
  /** Null: the receipt of the protocol is the result. */
  readonly receipt: TextReceipt | null;
  /** Whether sending it again does no more than sending it once. */
  readonly repeatable: boolean;
  /** Whether the devices accept the same text as a text message. */
  readonly sms: boolean;
}

/** How the answer of a device is recognized, without case. */
export interface TextReceipt {
  /** The answer contains this text if the instruction succeeded. */
  readonly success: string;
  /** The answer contains this text if it failed, which is looked for first. Null: any other answer is unrecognized. */
  readonly failure: string | null;
}

/** An instruction that is sent as this text, as stored with it: a later change of the model does not affect it. */
export interface WrittenText {
  /** The protocol whose devices understand it. */
  readonly protocol: ProtocolName;
  readonly text: string;
  readonly receipt: TextReceipt | null;
  readonly repeatable: boolean;
}

/** The longest text with its placeholders, and the longest one that is sent. */
export const MAX_TEXT_LENGTH = 300;
export const MAX_WRITTEN_LENGTH = 200;
export const MAX_RECEIPT_LENGTH = 64;

/**
 * What is wrong with a text.
 *
 * - `empty`, `too-long`
 * - `brace`: `{` or `}` without the other
 * - `unknown-placeholder`: not a parameter of the instruction
 * - `placeholder-format`: the parameter has no such format
 * - `placeholder-default`: an optional parameter without a text for when it is not given, or another one with such a text
 * - `unused-parameter`: a required value that would be dropped
 * - `characters`: control characters, or characters that delimit the frames of the protocol
 * - `form`: not the beginning that the protocol requires
 * - `receipt`: equal texts of success and failure
 * - `repeatable`: dangerous instructions are never repeated
 * - `no-carrier`: the protocol has no free text
 * - `instruction`: the free text itself, or the same instruction twice
 */
export const TEXT_PROBLEM_REASONS = [
  'empty',
  'too-long',
  'brace',
  'unknown-placeholder',
  'placeholder-format',
  'placeholder-default',
  'unused-parameter',
  'characters',
  'form',
  'receipt',
  'repeatable',
  'no-carrier',
  'instruction',
] as const;
export type TextProblemReason = (typeof TEXT_PROBLEM_REASONS)[number];

export interface TextProblem {
  readonly reason: TextProblemReason;
  /** The placeholder or parameter concerned; null: the text. */
  readonly at: string | null;
}

/**
 * Why values cannot be written into a text.
 *
 * - `missing-value`
 * - `unused-value`: given for an optional parameter that the text does not have
 * - `value`: its format cannot express the value
 * - `characters`, `too-long`, `form`: the result is no text of the protocol
 */
export type TextRefusalReason =
  | 'missing-value'
  | 'unused-value'
  | 'value'
  | 'characters'
  | 'too-long'
  | 'form';

export interface TextRefusal {
  readonly reason: TextRefusalReason;
  /** The parameter concerned; null: the text. */
  readonly at: string | null;
}
