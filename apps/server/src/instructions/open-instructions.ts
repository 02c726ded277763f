import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { WrittenText } from '@wakeline/domain/instructions/texts/instruction-text';
import { sql } from 'kysely';
import { hasEnded } from '../cluster/members.ts';
import type { Db } from '../db/database.ts';

/** An instruction that was sent and has no result yet, as the engine finds it when it starts. */
export interface SentInstruction {
  readonly instructionId: number;
  readonly accountId: number;
  readonly trackerId: number;
  readonly name: InstructionName;
  readonly attempts: number;
  readonly receiptKeys: readonly string[];
  readonly written: WrittenText | null;
  readonly isReceived: boolean;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** Takes over what gateways of the cluster have sent that ended since: they no longer receive the receipts. */
export async function adoptSent(db: Db, memberId: string): Promise<void> {
  await sql`
    update instruction set member_id = ${memberId}
    where state in ('sent', 'received') and channel = 'connection' and ${hasEnded(sql`instruction.member_id`)}`.execute(
    db,
  );
}

/**
 * Instructions over the connection that were sent and have no result.
 *
 * @param memberId only those of this process of a cluster; null: all
 */
export async function readSent(db: Db, memberId: string | null): Promise<readonly SentInstruction[]> {
  const rows = await db
    .selectFrom('instruction')
    .where('state', 'in', ['sent', 'received'])
    .where('channel', '=', 'connection')
    .$if(memberId !== null, (query) => query.where('member_id', '=', memberId))
    .select([
      'instruction_id',
      'account_id',
      'tracker_id',
      'name',
      'attempts',
      'receipt_keys',
      'written_text',
      'state',
      'receipt_until',
    ])
    .execute();
  return rows.map((row) => ({
    instructionId: row.instruction_id,
    accountId: row.account_id,
    trackerId: row.tracker_id,
    name: row.name,
    attempts: row.attempts,
    receiptKeys: row.receipt_keys,
    written: row.written_text,
    isReceived: row.state === 'received',
    until: row.receipt_until?.getTime() ?? 0,
  }));
}

/** The devices for which instructions wait, of an account or (null) of all. */
export async function readWaitingTrackers(db: Db, accountId: number | null): Promise<readonly number[]> {
  const { rows } = await sql<{ tracker_id: number }>`
    select distinct tracker_id from instruction
    where state = 'waiting' and channel = 'connection'
      and (${accountId}::int is null or account_id = ${accountId}::int)`.execute(db);
  return rows.map(({ tracker_id }) => tracker_id);
}
