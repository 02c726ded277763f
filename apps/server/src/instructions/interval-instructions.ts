import {
  INTERVAL_INSTRUCTIONS,
  type IntervalCall,
  readIntervalCall,
} from '@wakeline/domain/aviation/tracking-mode';
import type { InstructionName } from '@wakeline/domain/instructions/catalogue';
import type { InstructionFailure, InstructionState } from '@wakeline/domain/instructions/instruction-state';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { JsonFields } from '../db/schema.ts';

const NAMES = [...INTERVAL_INSTRUCTIONS];

/** State of an instruction. Times are epoch milliseconds. */
export interface InstructionOutline {
  readonly state: InstructionState;
  readonly reason: InstructionFailure | null;
  readonly attempts: number;
  readonly expiresAt: number;
  readonly finishedAt: number | null;
}

/** States by instruction; those that the ledger no longer has are missing. */
export async function readOutlines(
  db: Db,
  instructionIds: readonly number[],
): Promise<ReadonlyMap<number, InstructionOutline>> {
  const rows = await db
    .selectFrom('instruction')
    .where(sql<boolean>`instruction_id = any (${[...instructionIds]}::int[])`)
    .select(['instruction_id', 'state', 'reason', 'attempts', 'expires_at', 'finished_at'])
    .execute();
  return new Map(
    rows.map((row) => [
      row.instruction_id,
      {
        state: row.state,
        reason: row.reason,
        attempts: row.attempts,
        expiresAt: row.expires_at.getTime(),
        finishedAt: row.finished_at?.getTime() ?? null,
      },
    ]),
  );
}

/** Locks the waiting ones of these until the transaction ends: none of them is sent meanwhile. */
export async function lockWaiting(tx: Tx, instructionIds: readonly number[]): Promise<void> {
  await tx
    .selectFrom('instruction')
    .where(sql<boolean>`instruction_id = any (${[...instructionIds]}::int[])`)
    .where('state', '=', 'waiting')
    .select('instruction_id')
    .orderBy('instruction_id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Until when instructions can be sent, or sent again. One without a receipt stays outstanding.
 *
 * @param expiresAt epoch milliseconds
 */
export async function updateExpiry(
  tx: Tx,
  instructionIds: readonly number[],
  expiresAt: number,
): Promise<void> {
  await tx
    .updateTable('instruction')
    .set({ expires_at: new Date(expiresAt) })
    .where(sql<boolean>`instruction_id = any (${[...instructionIds]}::int[])`)
    .where('state', 'in', ['waiting', 'sent', 'received'])
    .execute();
}

/** The newest instruction by which a device got an interval that is not that of a tracking mode. */
export interface KnownInterval {
  readonly instructionId: number;
  readonly call: IntervalCall;
  /** False: a tracking mode restored it. */
  readonly byHand: boolean;
}

/** The known intervals of devices. */
export async function readKnownIntervals(
  db: Db,
  accountId: number,
  trackerIds: readonly number[],
): Promise<ReadonlyMap<number, KnownInterval>> {
  const { rows } = await sql<{
    tracker_id: number;
    instruction_id: number;
    name: InstructionName;
    parameters: JsonFields;
    by_hand: boolean;
  }>`
    select distinct on (tracker_id) tracker_id, instruction_id, name, parameters, origin is null as by_hand
    from instruction
    where tracker_id = any (${[...trackerIds]}::int[]) and account_id = ${accountId} and state = 'succeeded'
      and name = any (${NAMES}) and coalesce(origin ->> 'purpose', 'restore') = 'restore'
    order by tracker_id, instruction_id desc`.execute(db);
  return new Map(
    rows.flatMap(({ tracker_id, instruction_id: instructionId, name, parameters, by_hand: byHand }) => {
      const call = readIntervalCall(name, parameters);
      return call === null ? [] : [[tracker_id, { instructionId, call, byHand }] as const];
    }),
  );
}

/** The newest instruction for the interval of each device that a user sent and that has no result yet. */
export async function readPendingByHand(
  db: Db,
  accountId: number,
  trackerIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ tracker_id: number; instruction_id: number }>`
    select tracker_id, max(instruction_id) as instruction_id from instruction
    where tracker_id = any (${[...trackerIds]}::int[]) and account_id = ${accountId}
      and state in ('waiting', 'sent', 'received') and name = any (${NAMES}) and origin is null
    group by tracker_id`.execute(db);
  return new Map(rows.map(({ tracker_id, instruction_id }) => [tracker_id, instruction_id]));
}
