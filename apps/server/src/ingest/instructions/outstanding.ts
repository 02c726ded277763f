import { type InstructionName, instructionOf } from '@wakeline/domain/instructions/catalogue';
import {
  type InstructionFailure,
  isRepeatable,
  MAX_ATTEMPTS,
} from '@wakeline/domain/instructions/instruction-state';
import type { WrittenText } from '@wakeline/domain/instructions/texts/instruction-text';
import { resultOfResponse } from '@wakeline/domain/instructions/texts/receipt-result';
import type { ReceiptEvent } from '@wakeline/protocols/protocol';
import type { InstructionOutcome } from '../../instructions/outcomes.ts';
import type { InstructionPeer } from './peer.ts';

/** After a restart the device has this long to log in again, which shows that it restarted. */
const RESTART_TIME = 5 * 60_000;
const RESTARTS: ReadonlySet<InstructionName> = new Set(['restart', 'factoryReset']);

const FAILURES: Readonly<Record<Exclude<ReceiptEvent['outcome'], 'accepted'>, InstructionFailure>> = {
  rejected: 'rejected',
  'not-supported': 'not-supported',
  malformed: 'malformed',
};

/** The instruction of a device that was sent and has no result yet. */
export interface Outstanding {
  readonly instructionId: number;
  readonly accountId: number;
  readonly trackerId: number;
  readonly name: InstructionName;
  readonly attempts: number;
  readonly receiptKeys: readonly string[];
  /** The text of the device's model as which it was sent; null: a message of the protocol. */
  readonly written: WrittenText | null;
  /** Milliseconds within which a receipt is expected. */
  readonly timeout: number;
  /** The connection over which it was sent; null: by an earlier process. */
  readonly peer: InstructionPeer | null;
  isReceived: boolean;
  /** Epoch milliseconds until which the next receipt is expected. */
  until: number;
  /** Its result is known and being stored. */
  isDecided: boolean;
}

type Result = Omit<InstructionOutcome, 'instructionId'>;

const NO_RECEIPT = { receipt: null, text: null, until: null } as const;
const SUCCEEDED: Result = { ...NO_RECEIPT, state: 'succeeded', reason: null };
/** It is sent again with the next uplink. */
const WAITING: Result = { ...NO_RECEIPT, state: 'waiting', reason: null };

/** What a receipt means for an instruction; null: it answers another one. */
export function applyReceipt(outstanding: Outstanding, event: ReceiptEvent, now: number): Result | null {
  const { receiptKeys, timeout } = outstanding;
  const last = receiptKeys.length - 1;
  const index = event.key === null ? last : receiptKeys.indexOf(event.key);
  if (index < 0) return null;
  const { text, raw: receipt, mediaIds = [] } = event;
  const expected = outstanding.written?.receipt ?? null;
  if (expected !== null && index === last) return applyResponse(resultOfResponse(expected, text), event);
  if (event.outcome !== 'accepted') {
    return { state: 'failed', reason: FAILURES[event.outcome], receipt, text, until: null };
  }
  if (index === last) return { state: 'succeeded', reason: null, receipt, text, until: null, mediaIds };
  return { state: 'received', reason: null, receipt, text, until: now + timeout };
}

/** The texts of the model decide, not what the protocol takes for a refusal. */
function applyResponse(
  result: ReturnType<typeof resultOfResponse>,
  { text, raw: receipt }: ReceiptEvent,
): Result {
  return result === 'succeeded'
    ? { state: 'succeeded', reason: null, receipt, text, until: null }
    : { state: 'failed', reason: result, receipt, text, until: null };
}

/** Whether sending it again is known to do no more than sending it once. Of a text, its author says so. */
function canRepeat({ name, written }: Outstanding): boolean {
  const instruction = instructionOf(name);
  return written === null ? isRepeatable(instruction) : written.repeatable && !instruction.dangerous;
}

/** What it means that no receipt arrived in time. */
export function applyTimeout(outstanding: Outstanding): Result {
  if (outstanding.isReceived) return fail('no-receipt');
  if (!canRepeat(outstanding)) return fail('unknown-arrival');
  return outstanding.attempts < MAX_ATTEMPTS ? WAITING : fail('no-receipt');
}

/** What the end of the connection means; null: the receipt may still come over another one. */
export function applyDisconnect(outstanding: Outstanding, now: number): Result | null {
  const { name, attempts, isReceived } = outstanding;
  if (isReceived) return null;
  if (canRepeat(outstanding)) return attempts < MAX_ATTEMPTS ? WAITING : fail('no-receipt');
  if (RESTARTS.has(name)) outstanding.until = now + RESTART_TIME;
  return null;
}

/** What it means that the device uses another connection; null: nothing. */
export function applyReconnect({ name, peer }: Outstanding, current: InstructionPeer): Result | null {
  return RESTARTS.has(name) && peer !== null && peer !== current ? SUCCEEDED : null;
}

/** An instruction without a receipt has succeeded when it was sent. */
export const WITHOUT_RECEIPT: Result = SUCCEEDED;

function fail(reason: InstructionFailure): Result {
  return { ...NO_RECEIPT, state: 'failed', reason };
}
