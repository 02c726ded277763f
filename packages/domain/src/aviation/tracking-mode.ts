import type { InstructionCall, InstructionName } from '../instructions/catalogue.ts';
import { findValueProblems, instructionCall } from '../instructions/check-values.ts';
import type { InstructionFailure, InstructionState } from '../instructions/instruction-state.ts';

/** Instructions that set the interval of positions, the preferred one first: it changes nothing else. */
export const INTERVAL_INSTRUCTIONS = ['uploadInterval', 'reportInterval'] as const;

/** Of the tracking mode, seconds. Most devices that can be instructed take the initial one. */
export const TRACKING_INTERVAL = { min: 1, max: 900, initial: 30 } as const;
/** To which an unknown former interval is restored, seconds. */
export const RESTORED_INTERVAL = { min: 1, max: 36_000, initial: 60 } as const;
/** How long the tracking mode can be on, milliseconds. */
export const TRACKING_DURATION = { min: 60_000, max: 86_400_000 } as const;

/** Milliseconds from a failed restoring to the next one, by the number of failures. */
const RESTORE_DELAYS = [0, 60_000, 300_000, 900_000, 3_600_000, 14_400_000] as const;
/** How long an instruction that restores waits for its device, milliseconds. */
export const RESTORE_EXPIRY = 7 * 86_400_000;

export type IntervalCall = Extract<
  InstructionCall,
  { readonly name: (typeof INTERVAL_INSTRUCTIONS)[number] }
>;

/** The calls that set an interval, the preferred one first; none if no range of the catalogue contains it. */
export function intervalCalls(seconds: number, stationary: number | undefined): readonly IntervalCall[] {
  const values = {
    uploadInterval: { interval: seconds },
    reportInterval: stationary === undefined ? { moving: seconds } : { moving: seconds, stationary },
  } as const;
  return INTERVAL_INSTRUCTIONS.flatMap((name) =>
    findValueProblems(name, values[name]).length === 0
      ? [instructionCall(name, values[name]) as IntervalCall]
      : [],
  );
}

/** A call as the ledger has it; null: the catalogue no longer permits its values. */
export function readIntervalCall(
  name: InstructionName,
  values: Readonly<Record<string, unknown>>,
): IntervalCall | null {
  if (!INTERVAL_INSTRUCTIONS.some((known) => known === name)) return null;
  return findValueProblems(name, values).length === 0
    ? (instructionCall(name, values) as IntervalCall)
    : null;
}

/** Seconds between positions that a call sets. */
export function intervalOf(call: IntervalCall): number {
  return call.name === 'uploadInterval' ? call.values.interval : call.values.moving;
}

/** Seconds between positions while the device does not move, if the call sets it. */
export function stationaryOf(call: IntervalCall): number | undefined {
  return call.name === 'uploadInterval' ? undefined : call.values.stationary;
}

/** What one task requests for a device. */
export interface TrackingClaim {
  /** Seconds. */
  readonly interval: number;
  /** Epoch milliseconds. */
  readonly endsAt: number;
}

/** The claim that applies: the shortest interval; among equal ones, the latest end. Null: all have ended. */
export function appliedClaim(claims: readonly TrackingClaim[], now: number): TrackingClaim | null {
  let applied: TrackingClaim | null = null;
  for (const claim of claims) {
    if (claim.endsAt <= now) continue;
    const isShorter = applied === null || claim.interval < applied.interval;
    if (isShorter || (claim.interval === applied?.interval && claim.endsAt > applied.endsAt)) applied = claim;
  }
  return applied;
}

/** An instruction of the tracking mode, as the ledger has it. Times are epoch milliseconds. */
export interface SentCall {
  readonly purpose: TrackingPurpose;
  /** Seconds. */
  readonly interval: number;
  readonly state: InstructionState;
  readonly reason: InstructionFailure | null;
  /** How often it was sent. */
  readonly attempts: number;
  readonly expiresAt: number;
  /** Null: it has no result. */
  readonly finishedAt: number | null;
}

/** Why the tracking mode sends an instruction: for its interval, or for the former one. */
export const TRACKING_PURPOSES = ['raise', 'restore'] as const;
export type TrackingPurpose = (typeof TRACKING_PURPOSES)[number];

/** What is known of a device whose interval the tracking mode changes. */
export interface TrackedDevice {
  readonly claims: readonly TrackingClaim[];
  /** Its last instruction; null: none, or the ledger no longer has it. */
  readonly last: SentCall | null;
  /** Whether an earlier one may have changed the interval, and none has restored it. */
  readonly mayBeRaised: boolean;
  /** The newest later instruction for the interval that a user sent. */
  readonly byHand: 'none' | 'pending' | 'succeeded';
  /** How often the restoring was sent. */
  readonly restores: number;
}

/** How the tracking mode ended for a device. */
export const TRACKING_OUTCOMES = ['restored', 'not-raised', 'overridden'] as const;
export type TrackingOutcome = (typeof TRACKING_OUTCOMES)[number];

/**
 * What is to be done for a device:
 *
 * - `wait`: nothing now
 * - `raise`: send the interval, to be delivered before a time
 * - `expire`: the last instruction is to be delivered before another time
 * - `restore`: send the former interval
 * - `fail`: the restoring failed too often, or a user recalled it
 * - `done`: nothing is left to do
 */
export type TrackingStep =
  | { readonly kind: 'wait' | 'restore' | 'fail' }
  | { readonly kind: 'raise'; readonly interval: number; readonly expiresAt: number }
  | { readonly kind: 'expire'; readonly expiresAt: number }
  | { readonly kind: 'done'; readonly outcome: TrackingOutcome };

/** Whether the device has not received the instruction, or refused it. */
function changedNothing({ state, reason, attempts }: SentCall): boolean {
  if (attempts === 0) return state === 'waiting' || state === 'failed';
  return reason === 'rejected' || reason === 'not-supported' || reason === 'malformed';
}

/** Whether the device may have another interval than before, also because a receipt got lost. */
export function mayBeRaised({
  last,
  mayBeRaised: before,
}: Pick<TrackedDevice, 'last' | 'mayBeRaised'>): boolean {
  return before || (last?.purpose === 'raise' && !changedNothing(last));
}

/** @param now epoch milliseconds */
export function nextTrackingStep(device: TrackedDevice, now: number): TrackingStep {
  const { claims, last, byHand, restores } = device;
  // The user's value is the newest: it stays.
  if (byHand === 'succeeded') return { kind: 'done', outcome: 'overridden' };
  const claim = appliedClaim(claims, now);
  if (claim !== null) return raiseStep(claim, last);
  if (!mayBeRaised(device)) return { kind: 'done', outcome: 'not-raised' };
  if (byHand === 'pending') return { kind: 'wait' };
  if (last?.purpose !== 'restore') return { kind: 'restore' };
  if (last.state === 'succeeded') return { kind: 'done', outcome: 'restored' };
  if (last.state !== 'failed') return { kind: 'wait' };
  const delay = RESTORE_DELAYS[restores];
  if (delay === undefined || (last.reason === 'recalled' && restores > 0)) return { kind: 'fail' };
  return { kind: now >= (last.finishedAt ?? 0) + delay ? 'restore' : 'wait' };
}

function raiseStep({ interval, endsAt }: TrackingClaim, last: SentCall | null): TrackingStep {
  if (last?.purpose !== 'raise' || last.interval !== interval)
    return { kind: 'raise', interval, expiresAt: endsAt };
  return last.state === 'waiting' && last.expiresAt !== endsAt
    ? { kind: 'expire', expiresAt: endsAt }
    : { kind: 'wait' };
}

/**
 * What users see of a device:
 *
 * - `waiting`: the instruction has no receipt yet
 * - `raised`: the device has the interval
 * - `failed`: the instruction failed; see its reason
 * - `faster`: the device already reports at least as often
 * - `unsupported`: it has no such instruction
 * - `no-protocol`: it has not reported yet, and its protocol is not set
 * - `not-encodable`: its instruction cannot express the interval, or the one to restore
 * - `restoring`, `restore-failed`, `restored`: of the former interval
 * - `not-raised`: the instruction did not reach the device before the end
 * - `overridden`: a user sent another interval, which stays
 * - `removed`: from the task
 */
export const TRACKING_STATES = [
  'waiting',
  'raised',
  'failed',
  'faster',
  'unsupported',
  'no-protocol',
  'not-encodable',
  'restoring',
  'restore-failed',
  'restored',
  'not-raised',
  'overridden',
  'removed',
] as const;
export type TrackingState = (typeof TRACKING_STATES)[number];

/** Why a device of a task is left out when its tracking mode starts. */
export const LEFT_OUT_STATES = [
  'faster',
  'unsupported',
  'no-protocol',
  'not-encodable',
] as const satisfies TrackingState[];
export type LeftOutState = (typeof LEFT_OUT_STATES)[number];

/** A device of a task with tracking mode: its interval is changed, or why it is not, or no longer. */
export const TRACKING_MEMBERS = ['on', 'removed', ...LEFT_OUT_STATES, ...TRACKING_OUTCOMES] as const;
export type TrackingMember = (typeof TRACKING_MEMBERS)[number];

/** The state of a device that the tracking mode changes, by its last instruction. */
export function trackingStateOf(last: SentCall | null, hasFailed: boolean): TrackingState {
  if (hasFailed) return 'restore-failed';
  if (last?.purpose === 'restore') return 'restoring';
  if (last?.state === 'succeeded') return 'raised';
  return last?.state === 'failed' ? 'failed' : 'waiting';
}
