import type { InstructionFailure } from '@wakeline/domain/instructions/instruction-state';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import type { EventSource } from '../../db/events.ts';
import { sendEvent } from '../../db/notify.ts';
import {
  claimSms,
  failOverdueSms,
  finishSms,
  type SmsInstruction,
  type SmsResult,
} from '../../instructions/sms.ts';
import { sendsSmsReceipts, writeSms } from '../../instructions/supported.ts';
import type { MessageSender } from '../../messages/sender.ts';
import { readInstructionTargets } from '../../trackers/instruction-targets.ts';
import { readTrackerPassword } from '../../trackers/read-password.ts';
import { requireCall } from './check-instruction.ts';

/** Text messages taken together, and milliseconds between two looks for those whose event was missed. */
const BATCH = 20;
const INTERVAL = 5_000;
/** Longer than the timeout of a gateway for a whole batch. */
const INTERRUPTED_AFTER = 10 * 60_000;
/** A device that is asleep receives the text message, and responds, when it wakes up. */
const RECEIPT_WITHIN = 3_600_000;

interface SmsDependencies {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly events: EventSource;
  /** The configured gateway. */
  readonly sender: MessageSender;
  /** Whether the gateway delivers text messages of devices, so that receipts can arrive. */
  readonly hasInbound: boolean;
}

/**
 * Sends instructions as text messages to the card numbers of devices. If the gateway delivers the texts of devices, they wait
 * for a receipt; else they have succeeded when the gateway accepted them. Returns a function that stops it.
 */
export function startSmsDelivery({
  db,
  clock,
  log,
  events,
  sender,
  hasInbound,
}: SmsDependencies): () => void {
  let isRunning = false;
  let isStopped = false;

  async function deliver(): Promise<void> {
    await publish(await failOverdueSms(db, clock.now()));
    for (;;) {
      if (isStopped) return;
      const now = clock.now();
      const batch = await claimSms(db, { now, until: now + INTERRUPTED_AFTER, limit: BATCH });
      if (batch.length === 0) return;
      for (const instruction of batch) {
        await finishSms(db, instruction, await send(instruction), clock.now());
      }
      await publish([...new Set(batch.map((instruction) => instruction.accountId))]);
    }
  }

  async function publish(accountIds: readonly number[]): Promise<void> {
    if (accountIds.length === 0) return;
    await db.transaction().execute(async (tx) => {
      for (const accountId of accountIds) {
        await sendEvent(tx, { type: 'changed', what: 'instructions', accountId, userId: null });
      }
    });
  }

  async function send({
    accountId,
    trackerId,
    name,
    parameters,
    written,
  }: SmsInstruction): Promise<SmsResult> {
    const [target] = await readInstructionTargets(db, accountId, [trackerId]);
    const refused = (failure: InstructionFailure) => ({ failure, text: null, receiptUntil: null });
    if (target === undefined) return refused('transferred');
    if (target.iotCard === '') return refused('no-phone');
    const password = await readTrackerPassword(db, trackerId);
    const call = requireCall(name, parameters as Parameters<typeof requireCall>[1]);
    const text = writeSms(call, { ...target, password, text: written?.text ?? null });
    if (text === 'not-supported' || text === 'not-encodable') return refused(text);
    try {
      await sender.send({ recipient: target.iotCard, text, code: text });
      const hasReceipt = sendsSmsReceipts(target) || (written?.receipt ?? null) !== null;
      const expectsReceipt = hasInbound && hasReceipt;
      return { failure: null, text, receiptUntil: expectsReceipt ? clock.now() + RECEIPT_WITHIN : null };
    } catch (error) {
      log.warn({ err: error }, 'the gateway did not accept an instruction');
      return { failure: 'gateway-refused', text, receiptUntil: null };
    }
  }

  function run(): void {
    if (isRunning) return;
    isRunning = true;
    deliver()
      .catch((error: unknown) => log.warn({ err: error }, 'sending text messages failed; will retry later'))
      .finally(() => {
        isRunning = false;
      });
  }

  const stops = [events.on('instructions', run), clock.every(INTERVAL, run)];
  return () => {
    isStopped = true;
    for (const stop of stops) stop();
  };
}
