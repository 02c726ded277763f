import { createHash } from 'node:crypto';
import type { Db, Tx } from '../db/database.ts';

/** A text message from a phone or a device, as the gateway delivered it. */
export interface InboundSms {
  /** The sender, as the gateway writes it. */
  readonly phone: string;
  readonly text: string;
  /** The gateway's number of the message; null: it sends none. */
  readonly id: string | null;
  /** Extension code of the number to which it was sent; null: the gateway sends none. */
  readonly card?: string | null;
}

/**
 * What became of a message.
 *
 * - `receipt`: it answers an instruction.
 * - `unknown-number`: no device has this card number.
 * - `ambiguous-number`: several devices have it, so the message could be for another account.
 * - `no-instruction`: the device has no instruction that waits for a receipt.
 * - `no-receipt`: the text is no answer of the device's protocol.
 * - `duplicate`: the gateway delivered it before.
 * - `terminal-stored`: a contact wrote it to a satellite terminal; `terminal-` and a failure: it could not be stored.
 */
export type InboundOutcome =
  | 'receipt'
  | 'unknown-number'
  | 'ambiguous-number'
  | 'no-instruction'
  | 'no-receipt'
  | 'duplicate'
  | `terminal-${string}`;

/**
 * Uses a message in the transaction that records it. The first handler whose outcome is `taken` ends the search; a null
 * outcome leaves that of the handlers before it.
 */
export type InboundSmsHandler = (
  tx: Tx,
  sms: InboundSms,
  now: number,
) => Promise<{ readonly taken: boolean; readonly outcome: InboundOutcome | null }>;

/** How long repeated deliveries are recognized, milliseconds: gateways repeat for hours, replays can come later. */
const RETENTION_MS = 30 * 86_400_000;

const UNNUMBERED_MS = 3_600_000;

/** Passes a message to the handlers, once. Rejects if it could not be stored; the gateway then repeats it. */
export function receiveSms(
  db: Db,
  handlers: readonly InboundSmsHandler[],
  sms: InboundSms,
  now: number,
): Promise<InboundOutcome> {
  return db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows = 0n } = await tx
      .insertInto('inbound_sms')
      .values({ message_key: keyOf(sms, now), received_at: new Date(now) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) return 'duplicate';
    let outcome: InboundOutcome = 'unknown-number';
    for (const handle of handlers) {
      const result = await handle(tx, sms, now);
      outcome = result.outcome ?? outcome;
      if (result.taken) break;
    }
    return outcome;
  });
}

/** Without a number of the gateway, the same text of a sender counts as repeated within an hour. */
function keyOf({ phone, text, id }: InboundSms, now: number): Buffer {
  const identity = id ?? [text, Math.floor(now / UNNUMBERED_MS)];
  return createHash('sha256')
    .update(JSON.stringify([phone, identity]))
    .digest();
}

/** Removes records of messages that are no longer repeated. */
export async function dropOldInboundSms(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('inbound_sms')
    .where('received_at', '<', new Date(now - RETENTION_MS))
    .execute();
}
