import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { InstructionFailure } from '@wakeline/domain/instructions/instruction-state';
import type { WrittenText } from '@wakeline/domain/instructions/texts/instruction-text';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { JsonFields } from '../db/schema.ts';

/** A receipt can arrive this late, milliseconds: networks deliver text messages to reachable devices within a day. */
const LATE_RECEIPT_MS = 86_400_000;

/** An instruction that is to be sent as a text message. */
export interface SmsInstruction {
  readonly instructionId: number;
  readonly accountId: number;
  readonly trackerId: number;
  readonly name: InstructionName;
  readonly parameters: JsonFields;
  /** The text of the device's model; null: that of its protocol. */
  readonly written: WrittenText | null;
}

/**
 * Takes waiting text messages and stores that they are being sent: a crash never sends one twice. Several servers can call it
 * at once. Of each device it takes the oldest, and none while another one waits for its receipt.
 *
 * @param until epoch milliseconds at which one whose sending was interrupted fails
 */
export async function claimSms(
  db: Db,
  { now, until, limit }: { readonly now: number; readonly until: number; readonly limit: number },
): Promise<readonly SmsInstruction[]> {
  const { rows } = await sql<{
    instruction_id: number;
    account_id: number;
    tracker_id: number;
    name: InstructionName;
    parameters: JsonFields;
    written_text: WrittenText | null;
  }>`
    update instruction set state = 'sent', attempts = 1, sent_at = to_timestamp(${now} / 1000.0),
      receipt_until = to_timestamp(${until} / 1000.0)
    where instruction_id in (
      select instruction_id from instruction
      where channel = 'sms' and state = 'waiting' and expires_at > to_timestamp(${now} / 1000.0)
        and not exists (
          select from instruction as earlier
          where earlier.tracker_id = instruction.tracker_id and earlier.channel = 'sms'
            and (earlier.state = 'sent' or earlier.state = 'waiting'
              and earlier.expires_at > to_timestamp(${now} / 1000.0)
              and earlier.instruction_id < instruction.instruction_id))
      order by instruction_id limit ${limit} for update skip locked)
    returning instruction_id, account_id, tracker_id, name, parameters, written_text`.execute(db);
  return rows.map((row) => ({
    instructionId: row.instruction_id,
    accountId: row.account_id,
    trackerId: row.tracker_id,
    name: row.name,
    parameters: row.parameters,
    written: row.written_text,
  }));
}

/** What became of a text message. */
export interface SmsResult {
  /** Null: the gateway accepted it. */
  readonly failure: InstructionFailure | null;
  /** Null: there is none. */
  readonly text: string | null;
  /** Epoch milliseconds until which the device may send a receipt; null: none is expected. */
  readonly receiptUntil: number | null;
}

/** Stores what became of a text message. */
export async function finishSms(
  db: Db,
  { instructionId }: Pick<SmsInstruction, 'instructionId'>,
  result: SmsResult,
  now: number,
): Promise<void> {
  await db
    .updateTable('instruction')
    .set({
      request: result.text === null ? null : Buffer.from(result.text),
      ...(result.failure === null && result.receiptUntil !== null
        ? { receipt_until: new Date(result.receiptUntil) }
        : {
            state: result.failure === null ? ('succeeded' as const) : ('failed' as const),
            reason: result.failure,
            finished_at: new Date(now),
          }),
    })
    .where('instruction_id', '=', instructionId)
    .where('state', '=', 'sent')
    .execute();
}

/**
 * The instruction whose receipt a device sends by text message: the oldest that waits for one, else the newest of the last
 * day that failed without one. Null: there is none.
 */
export async function findAwaitingSms(
  tx: Tx,
  { trackerId, accountId }: { readonly trackerId: number; readonly accountId: number },
  now: number,
): Promise<Pick<SmsInstruction, 'instructionId' | 'written'> | null> {
  const {
    rows: [row],
  } = await sql<{ instruction_id: number; written_text: WrittenText | null }>`
    select instruction_id, written_text from instruction
    where tracker_id = ${trackerId} and account_id = ${accountId} and channel = 'sms' and (
      state = 'sent'
      or (state = 'failed' and reason in ('no-receipt', 'unknown-arrival')
        and sent_at > to_timestamp(${now - LATE_RECEIPT_MS} / 1000.0)))
    order by state = 'sent' desc, case when state = 'sent' then instruction_id else -instruction_id end
    limit 1 for update`.execute(tx);
  return row === undefined ? null : { instructionId: row.instruction_id, written: row.written_text };
}

/**
 * Fails text messages that got no receipt in time, and those whose sending was interrupted: the gateway may have them or
 * not. Returns the accounts concerned.
 */
export async function failOverdueSms(db: Db, now: number): Promise<readonly number[]> {
  const { rows } = await sql<{ account_id: number }>`
    update instruction set state = 'failed', finished_at = to_timestamp(${now} / 1000.0),
      reason = case when request is null then 'unknown-arrival' else 'no-receipt' end
    where channel = 'sms' and state = 'sent' and receipt_until < to_timestamp(${now} / 1000.0)
    returning account_id`.execute(db);
  return [...new Set(rows.map(({ account_id }) => account_id))];
}
