import type { ProtocolName } from '@wakeline/domain/devices/protocols';
import type { InstructionFailure } from '@wakeline/domain/instructions/instruction-state';
import { resultOfResponse } from '@wakeline/domain/instructions/texts/receipt-result';
import { sendEvent } from '../../db/notify.ts';
import { type InstructionOutcome, storeOutcomes } from '../../instructions/outcomes.ts';
import { findAwaitingSms, type SmsInstruction } from '../../instructions/sms.ts';
import { readSmsReceipt } from '../../instructions/supported.ts';
import type { InboundSmsHandler } from '../../messages/inbound-sms.ts';
import { findTrackersByCard } from '../../trackers/find-by-card.ts';
import { readInstructionTargets } from '../../trackers/instruction-targets.ts';

/** Characters of a receipt that are stored. */
const MAX_TEXT = 500;
// biome-ignore lint/suspicious/noControlCharactersInRegex: texts of devices can contain them, and tables cannot show them.
const CONTROL = /[\x00-\x1f\x7f]+/g;

/** Stores a text message of a device as the receipt of the instruction that was sent to it by text message. */
export const handleSmsReceipt: InboundSmsHandler = async (tx, { phone, text }, now) => {
  const ignored = (outcome: 'unknown-number' | 'ambiguous-number' | 'no-instruction' | 'no-receipt') => ({
    taken: false,
    outcome,
  });
  const [tracker, other] = await findTrackersByCard(tx, phone);
  if (tracker === undefined) return ignored('unknown-number');
  if (other !== undefined) return ignored('ambiguous-number');
  const { trackerId, accountId } = tracker;
  const awaiting = await findAwaitingSms(tx, tracker, now);
  if (awaiting === null) return ignored('no-instruction');
  const [target] = await readInstructionTargets(tx, accountId, [trackerId]);
  const result = readResult(awaiting, target?.protocol ?? null, text);
  if (result === null) return ignored('no-receipt');
  const readable = text.replaceAll(CONTROL, ' ').trim().slice(0, MAX_TEXT);
  const { instructionId } = awaiting;
  const stored = { instructionId, receipt: Buffer.from(text), text: readable, until: null };
  const outcome: InstructionOutcome =
    result === 'succeeded'
      ? { ...stored, state: 'succeeded', reason: null }
      : { ...stored, state: 'failed', reason: result };
  await storeOutcomes(tx, [outcome], now);
  await sendEvent(tx, { type: 'instructions', accountId });
  await sendEvent(tx, { type: 'changed', what: 'instructions', accountId, userId: null });
  return { taken: true, outcome: 'receipt' };
};

/** What a text says about an instruction: by the texts of the device's own model, else by its protocol. Null: it is no receipt. */
function readResult(
  { written }: Pick<SmsInstruction, 'written'>,
  protocol: ProtocolName | null,
  text: string,
): 'succeeded' | InstructionFailure | null {
  const expected = written?.receipt ?? null;
  if (expected !== null) return resultOfResponse(expected, text);
  const outcome = readSmsReceipt({ protocol }, text);
  return outcome === 'accepted' ? 'succeeded' : outcome;
}
