import type { InstructionFailure, InstructionState } from '@wakeline/domain/instructions/instruction-state';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** A new state of an instruction that was sent. */
export interface InstructionOutcome {
  readonly instructionId: number;
  readonly state: Exclude<InstructionState, 'sent'>;
  /** For `failed`. */
  readonly reason: InstructionFailure | null;
  /** The receipt; null keeps the one that was stored before. */
  readonly receipt: Uint8Array | null;
  readonly text: string | null;
  /** Until when the next receipt is expected, for `received`; epoch milliseconds. */
  readonly until: number | null;
  /** Numbers of the photos that the device announced; absent: none. */
  readonly mediaIds?: readonly number[];
}

/** A failure that a late receipt turns into a success. */
const CORRECTABLE: readonly InstructionFailure[] = ['no-receipt', 'unknown-arrival', 'unrecognized'];

export function isCorrectable(reason: InstructionFailure | null): boolean {
  return reason !== null && CORRECTABLE.includes(reason);
}

/**
 * Stores new states in their order, of all or of none: of several of one instruction, the last. An instruction that ended
 * otherwise in the meantime keeps its state.
 *
 * @param now epoch milliseconds
 */
export async function storeOutcomes(
  db: Db,
  outcomes: readonly InstructionOutcome[],
  now: number,
): Promise<void> {
  const last = new Map(outcomes.map((outcome) => [outcome.instructionId, outcome]));
  const rows = [...last.values()].map(
    ({ instructionId, state, reason, receipt, text, until, mediaIds = [] }) => ({
      id: instructionId,
      state,
      reason,
      receipt: receipt === null ? null : Buffer.from(receipt).toString('hex'),
      text,
      until,
      media: mediaIds,
    }),
  );
  await sql`
    update instruction set
      state = outcome.state,
      reason = outcome.reason,
      receipt = coalesce(decode(outcome.receipt, 'hex'), instruction.receipt),
      receipt_text = coalesce(outcome.text, instruction.receipt_text),
      receipt_until = to_timestamp(outcome.until / 1000.0),
      media_ids = case when outcome.media = '[]' then instruction.media_ids
        else (select array_agg(number::bigint) from jsonb_array_elements_text(outcome.media) as number) end,
      finished_at = case when outcome.state in ('succeeded', 'failed') then to_timestamp(${now} / 1000.0) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as outcome (id int, state text, reason text, receipt text, text text, until float8, media jsonb)
    where instruction.instruction_id = outcome.id and (
      instruction.state in ('sent', 'received')
      or (instruction.state = 'failed' and instruction.reason = any(${CORRECTABLE}) and outcome.state = 'succeeded'))`.execute(
    db,
  );
}

/** Fails the waiting instructions whose time is over. Returns the accounts concerned. */
export async function expireInstructions(db: Db, now: number): Promise<readonly number[]> {
  const { rows } = await sql<{ account_id: number }>`
    update instruction set state = 'failed', reason = 'expired', finished_at = to_timestamp(${now} / 1000.0)
    where state = 'waiting' and expires_at <= to_timestamp(${now} / 1000.0)
    returning account_id`.execute(db);
  return [...new Set(rows.map(({ account_id }) => account_id))];
}
