import type { OperatorPush, PushedReceipt } from '@wakeline/protocols/satellite/beidou/push';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../../clock.ts';
import type { Db, Tx } from '../../../db/database.ts';
import { classifyFailure } from '../../../db/database-failure.ts';
import type { CountReceived } from '../../count-received.ts';
import type { TerminalOutcome } from '../../receive/receive-from-terminal.ts';
import type { TerminalMessage } from '../../receive/terminal-message.ts';
import { recordEvidence } from '../../record-evidence.ts';
import { toPositionMessage, toTerminalMessage } from './pushed-messages.ts';
import type { SubmittedIds } from './submitted-ids.ts';

export interface PushStore {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
  readonly count: CountReceived;
  /** Card to which terminals send messages to the platform; null: all are to the platform. */
  readonly ownCard: string | null;
  readonly submitted: SubmittedIds;
  readonly receive: (tx: Tx, message: TerminalMessage) => Promise<TerminalOutcome>;
}

/**
 * Stores the items of a push one by one: an item that was stored before changes nothing. Rejects while the database is
 * unavailable.
 *
 * @returns false if the push is to be repeated, because a receipt came before the response to its message was stored
 */
export async function storePush(store: PushStore, push: OperatorPush): Promise<boolean> {
  const { clock, ownCard, receive } = store;
  const now = clock.now();
  const messages = [
    ...push.messages.map((message) => toTerminalMessage(message, ownCard, now)),
    ...push.positions.map((position) => toPositionMessage(position, now)),
  ];
  for (const message of messages) {
    const outcome = await transact(store, (tx) => receive(tx, message));
    if (outcome === 'unknown-terminal')
      store.log.warn({ card: message.cardNumber }, 'a BeiDou operator pushed a message of an unknown card');
    store.count(outcome ?? 'failed');
  }
  let isComplete = true;
  for (const receipt of push.receipts) {
    const isChanged = await transact(store, (tx) => storeReceipt(tx, receipt, now));
    if (isChanged !== true && store.submitted.has(receipt.dataId, now)) isComplete = false;
    else store.count(isChanged === true ? 'receipt' : 'other-receipt');
  }
  return isComplete;
}

function storeReceipt(tx: Tx, { dataId, state, time }: PushedReceipt, now: number): Promise<boolean> {
  const outcome =
    state === 'sent'
      ? ({ state: 'sent', at: now, evidence: 'operator-receipt' } as const)
      : ({ state: 'delivered', at: now, evidence: 'receipt' } as const);
  const detail = `receipt of ${new Date(time).toISOString()}`;
  return recordEvidence(tx, { gateway: 'beidou-operator', providerId: dataId, outcome, detail });
}

/** Null: a value of the item cannot be stored, so the others are. */
async function transact<Result>(
  { db, log }: PushStore,
  work: (tx: Tx) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (classifyFailure(error) === 'away') throw error;
    log.warn({ err: error }, 'an item of a BeiDou push cannot be stored');
    return null;
  }
}
