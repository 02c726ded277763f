import {
  INTERVAL_INSTRUCTIONS,
  type IntervalCall,
  intervalCalls,
  intervalOf,
  type LeftOutState,
  stationaryOf,
} from '@wakeline/domain/aviation/tracking-mode';
import { ownTextOf, writeOwnText } from '../../../instructions/own-texts.ts';
import { findRefusal, supportedBy } from '../../../instructions/supported.ts';
import type { InstructionTarget } from '../../../trackers/instruction-targets.ts';

/** Whether a device has an instruction for the interval of positions. */
function hasIntervalInstruction(target: InstructionTarget): boolean {
  const names = supportedBy(target);
  return INTERVAL_INSTRUCTIONS.some((name) => names.includes(name));
}

/**
 * The call that sets an interval of a device, in seconds; null: it has none that can express it. Of a device that has reported
 * and whose protocol was never set, only the engine knows the protocol. All protocols with such an instruction have
 * `reportInterval`.
 */
export function findIntervalCall(
  interval: number,
  stationary: number | undefined,
  target: InstructionTarget,
): IntervalCall | null {
  if (target.protocol === null) return intervalCalls(interval, stationary).at(-1) ?? null;
  const names = supportedBy(target);
  const calls = intervalCalls(interval, stationary).filter(({ name }) => names.includes(name));
  return calls.find((call) => isEncodable(call, target)) ?? null;
}

function isEncodable(call: IntervalCall, target: InstructionTarget): boolean {
  if (ownTextOf(call.name, target) !== null) return writeOwnText(call, target) !== 'not-encodable';
  return findRefusal(call, target) === null;
}

/** Why the interval of a device would not change; null: it would. */
export function leftOutOf(
  interval: number,
  former: IntervalCall | null,
  target: InstructionTarget,
): LeftOutState | null {
  const { protocol, isActivated } = target;
  if (protocol === null && !isActivated) return 'no-protocol';
  if (protocol !== null && !hasIntervalInstruction(target)) return 'unsupported';
  if (former !== null && intervalOf(former) <= interval) return 'faster';
  const stationary = former === null ? undefined : stationaryOf(former);
  return findIntervalCall(interval, stationary, target) === null ? 'not-encodable' : null;
}
