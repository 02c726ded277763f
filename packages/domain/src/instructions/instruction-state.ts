import type { Instruction } from './instruction.ts';

/**
 * States of an instruction to a device:
 *
 * - `waiting`: stored, not sent
 * - `sent`: sent, no receipt
 * - `received`: the first of several receipts arrived; the result did not
 * - `succeeded`: the device accepted it, or it was sent and has no receipt
 * - `failed`: see `INSTRUCTION_FAILURES`
 */
export const INSTRUCTION_STATES = ['waiting', 'sent', 'received', 'succeeded', 'failed'] as const;
export type InstructionState = (typeof INSTRUCTION_STATES)[number];

/** How it reaches the device: over the device's connection, or as a text message to its card number. */
export const INSTRUCTION_CHANNELS = ['connection', 'sms'] as const;
export type InstructionChannel = (typeof INSTRUCTION_CHANNELS)[number];

/**
 * Why an instruction failed:
 *
 * - `expired`: the device did not connect in time
 * - `no-receipt`: sent as often as allowed, without a receipt
 * - `unknown-arrival`: sent once, and not known whether it arrived; it is not repeated, because that could do it twice
 * - `rejected`, `not-supported`, `malformed`: so the device says; `not-supported` also if there is no encoding for it
 * - `not-encodable`: the device's frames cannot express a value
 * - `unrecognized`: the answer of the device contains none of the texts that its model expects
 * - `recalled`: by a user, before it was sent
 * - `transferred`: the device was moved to another account
 * - `no-phone`, `no-gateway`, `gateway-refused`: of text messages
 */
export const INSTRUCTION_FAILURES = [
  'expired',
  'no-receipt',
  'unknown-arrival',
  'rejected',
  'not-supported',
  'malformed',
  'not-encodable',
  'unrecognized',
  'recalled',
  'transferred',
  'no-phone',
  'no-gateway',
  'gateway-refused',
] as const;
export type InstructionFailure = (typeof INSTRUCTION_FAILURES)[number];

/** How often a repeatable instruction is sent at most. */
export const MAX_ATTEMPTS = 3;

/** Whether sending it again does no more than sending it once. */
export function isRepeatable({ kind, dangerous }: Pick<Instruction, 'kind' | 'dangerous'>): boolean {
  return kind !== 'action' && dangerous !== true;
}
