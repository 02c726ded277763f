import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { deleteBatches } from './batches.ts';

/** What is kept for one target while it does not accept anything. */
export interface ForwardLimits {
  readonly batches: number;
  readonly bytes: number;
  readonly ageMs: number;
}

export const FORWARD_LIMITS: ForwardLimits = {
  batches: 50_000,
  bytes: 64 * 1_048_576,
  ageMs: 7 * 86_400_000,
};

/**
 * Drops the oldest batches of targets that exceed a limit, and counts their positions and events. What is being sent
 * stays.
 */
export async function enforceForwardLimits(db: Db, limits: ForwardLimits, now: number): Promise<void> {
  const oldest = new Date(now - limits.ageMs);
  const { rows: exceeding } = await sql<{ target_id: number }>`
    select target_id from forward_batch group by target_id
    having count(*) > ${limits.batches} or sum(bytes) > ${limits.bytes} or min(created_at) < ${oldest}`.execute(
    db,
  );
  for (const { target_id: targetId } of exceeding) await dropOldest(db, targetId, limits, oldest);
}

async function dropOldest(db: Db, targetId: number, limits: ForwardLimits, oldest: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const target = await tx
      .selectFrom('forward_target')
      .select(['sending', 'sending_to'])
      .where('target_id', '=', targetId)
      .forUpdate()
      .executeTakeFirst();
    if (target === undefined || target.sending) return;
    const { rows } = await sql<{ last: number | null }>`
      select max(seq) as last from (
        select seq, created_at, row_number() over newest as number, sum(bytes) over newest as total
        from forward_batch where target_id = ${targetId} window newest as (order by seq desc)
      ) as counted
      where number > ${limits.batches} or total > ${limits.bytes} or created_at < ${oldest}`.execute(tx);
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    const dropped = await deleteBatches(tx, targetId, last);
    await tx
      .updateTable('forward_target')
      .set({
        dropped: sql`dropped + ${dropped}`,
        // The rest of a request has the key of its last batch, so it can still be repeated.
        ...(target.sending_to !== null && target.sending_to <= last && { sending_to: null }),
      })
      .where('target_id', '=', targetId)
      .execute();
  });
}
