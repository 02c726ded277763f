import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { InstructionFailure } from '@wakeline/domain/instructions/instruction-state';
import type { WrittenText } from '@wakeline/domain/instructions/texts/instruction-text';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { JsonFields } from '../db/schema.ts';

/** The next waiting instruction of a device. */
export interface WaitingInstruction {
  readonly instructionId: number;
  readonly accountId: number;
  readonly trackerId: number;
  readonly name: InstructionName;
  readonly parameters: JsonFields;
  /** The text of the device's model as which it is sent; null: a message of the protocol. */
  readonly written: WrittenText | null;
  readonly attempts: number;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** What happens to a claimed instruction: it is sent, or it fails. */
export type Claim =
  | {
      readonly instructionId: number;
      readonly send: {
        readonly request: Uint8Array;
        readonly receiptKeys: readonly string[];
        /** Epoch milliseconds. */
        readonly until: number;
        readonly protocol: string;
      };
    }
  | { readonly instructionId: number; readonly failure: InstructionFailure };

/**
 * Takes the oldest waiting instruction of each of these devices, and stores that it is being sent before anything is
 * sent: a crash then leaves it as sent, never as waiting.
 *
 * @param now epoch milliseconds; `memberId`: of the process in a cluster
 * @param decide called for each row; nothing it returns is sent until this has resolved. Null leaves the row waiting.
 * @returns the taken rows with their claims, in no particular order
 */
export function claimNext(
  db: Db,
  trackerIds: readonly number[],
  { now, memberId }: { readonly now: number; readonly memberId: string | null },
  decide: (row: WaitingInstruction) => Claim | null,
): Promise<readonly { readonly row: WaitingInstruction; readonly claim: Claim }[]> {
  return db.transaction().execute(async (tx) => {
    const rows = await readNext(tx, trackerIds);
    const claimed = rows.flatMap((row) => {
      const claim = decide(row);
      return claim === null ? [] : [{ row, claim }];
    });
    if (claimed.length > 0)
      await store(
        tx,
        claimed.map(({ claim }) => claim),
        now,
        memberId,
      );
    return claimed;
  });
}

async function readNext(tx: Tx, trackerIds: readonly number[]): Promise<readonly WaitingInstruction[]> {
  const { rows } = await sql<{
    instruction_id: number;
    account_id: number;
    tracker_id: number;
    name: InstructionName;
    parameters: JsonFields;
    written_text: WrittenText | null;
    attempts: number;
    expires_at: Date;
  }>`
    select instruction_id, account_id, tracker_id, name, parameters, written_text, attempts, expires_at
    from instruction
    where state = 'waiting' and instruction_id in (
      select min(instruction_id) from instruction
      where tracker_id = any(${trackerIds}) and state in ('waiting', 'sent', 'received') and channel = 'connection'
      group by tracker_id)
    for update`.execute(tx);
  return rows.map((row) => ({
    instructionId: row.instruction_id,
    accountId: row.account_id,
    trackerId: row.tracker_id,
    name: row.name,
    parameters: row.parameters,
    written: row.written_text,
    attempts: row.attempts,
    expiresAt: row.expires_at.getTime(),
  }));
}

async function store(tx: Tx, claims: readonly Claim[], now: number, memberId: string | null): Promise<void> {
  const rows = claims.map((claim) => {
    if ('failure' in claim) return { id: claim.instructionId, failure: claim.failure };
    const { request, receiptKeys, until, protocol } = claim.send;
    const hex = Buffer.from(request).toString('hex');
    return { id: claim.instructionId, request: hex, keys: receiptKeys, until, protocol };
  });
  await sql`
    update instruction set
      state = case when claim.failure is null then 'sent' else 'failed' end,
      reason = claim.failure,
      member_id = ${memberId},
      attempts = attempts + case when claim.failure is null then 1 else 0 end,
      sent_at = case when claim.failure is null then to_timestamp(${now} / 1000.0) else sent_at end,
      finished_at = case when claim.failure is null then null else to_timestamp(${now} / 1000.0) end,
      request = coalesce(decode(claim.request, 'hex'), instruction.request),
      receipt_keys = coalesce((select array_agg(key) from jsonb_array_elements_text(claim.keys) as key), '{}'),
      receipt_until = to_timestamp(claim.until / 1000.0),
      protocol = coalesce(claim.protocol, instruction.protocol)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as claim (id int, failure text, request text, keys jsonb, until float8, protocol text)
    where instruction.instruction_id = claim.id`.execute(tx);
}
