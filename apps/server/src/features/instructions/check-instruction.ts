import { NamedError } from '@wakeline/contract/errors';
import type { InstructionParameters } from '@wakeline/contract/instructions';
import {
  type InstructionCall,
  type InstructionName,
  instructionOf,
} from '@wakeline/domain/instructions/catalogue';
import { findValueProblems, instructionCall } from '@wakeline/domain/instructions/check-values';
import type { InstructionChannel } from '@wakeline/domain/instructions/instruction-state';
import { ownTextOf, writeOwnTexts } from '../../instructions/own-texts.ts';
import { acceptsSms, findRefusal, supportedBy } from '../../instructions/supported.ts';
import type { InstructionTarget } from '../../trackers/instruction-targets.ts';

/** Default expiry in milliseconds: a dangerous instruction must not take effect hours later. */
const DANGEROUS_EXPIRY = 10 * 60_000;
const EXPIRY = 7 * 86_400_000;

/**
 * The call with these values.
 *
 * @throws NamedError `instruction-value` with the parameter and the reason
 */
export function requireCall(name: InstructionName, parameters: InstructionParameters): InstructionCall {
  const [problem] = findValueProblems(name, parameters);
  if (problem !== undefined) throw new NamedError('instruction-value', { ...problem });
  return instructionCall(name, parameters);
}

/** @throws NamedError `instruction-unconfirmed` */
export function requireConfirmed(name: InstructionName, confirmed: boolean): void {
  if (instructionOf(name).dangerous && !confirmed) throw new NamedError('instruction-unconfirmed');
}

/** Epoch milliseconds until which an instruction waits for its device. */
export function expiryOf(name: InstructionName, expiresAfter: number | undefined, now: number): number {
  if (expiresAfter !== undefined) return now + expiresAfter * 1_000;
  return now + (instructionOf(name).dangerous ? DANGEROUS_EXPIRY : EXPIRY);
}

/**
 * Checks that each device takes the instruction. A device whose protocol is not known because it was never set is left to the
 * engine, if it has reported.
 *
 * @throws NamedError `instruction-not-supported` or `instruction-no-phone` with the number of devices,
 * `instruction-not-encodable`
 */
export function requireSupport(
  call: InstructionCall,
  channel: InstructionChannel,
  targets: readonly InstructionTarget[],
): void {
  const unsupported = targets.filter((target) => !isSupported(call.name, channel, target));
  if (unsupported.length > 0)
    throw new NamedError('instruction-not-supported', { count: unsupported.length });
  if (channel === 'sms') {
    const count = targets.filter(({ iotCard }) => iotCard === '').length;
    if (count > 0) throw new NamedError('instruction-no-phone', { count });
  }
  // Of devices that take it as text, `writeOwnTexts` finds those whose text cannot express a value.
  const kinds = new Map(
    targets
      .filter((target) => ownTextOf(call.name, target) === null)
      .map((target) => [`${target.protocol} ${target.model}`, target]),
  );
  for (const target of kinds.values()) {
    if (target.protocol === null) continue;
    const refusal = findRefusal(call, target);
    if (refusal === 'not-supported') throw new NamedError('instruction-not-supported', { count: 1 });
    if (refusal === 'not-encodable') throw new NamedError('instruction-not-encodable');
  }
  writeOwnTexts(call, targets);
}

function isSupported(name: InstructionName, channel: InstructionChannel, target: InstructionTarget): boolean {
  if (channel === 'sms') return acceptsSms(name, target);
  return target.protocol === null ? target.isActivated : supportedBy(target).includes(name);
}
