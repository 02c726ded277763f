import type { PlaneLeg } from '@wakeline/domain/aviation/apply-plane';
import { compareLegs, type StoredLeg } from '@wakeline/domain/aviation/recompute-legs';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { deleteLatePositions } from '../positions/late-positions.ts';

/** Legs of a tracker that were found again. Times are epoch milliseconds, both included. */
export interface LegReplacement {
  readonly trackerId: number;
  /** The legs that began in this time are replaced. */
  readonly from: number;
  readonly to: number;
  readonly legs: readonly PlaneLeg[];
  /** Starts of stored legs that stay, because their positions were deleted. */
  readonly retained: ReadonlySet<number>;
  /** `LatePositions.markedAt` of what was processed. */
  readonly markedAt: number;
}

/** The legs of a tracker that began in a time, oldest first. */
export async function readStoredLegs(
  db: Db,
  trackerId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly StoredLeg[]> {
  const rows = await db
    .selectFrom('leg')
    .select(['started_at', 'ended_at'])
    .where('tracker_id', '=', trackerId)
    .where('started_at', '>=', Math.trunc(from))
    .where('started_at', '<=', Math.trunc(to))
    .orderBy('started_at')
    .execute();
  return rows.map(({ started_at, ended_at }) => ({ startedAt: started_at, endedAt: ended_at }));
}

/**
 * Prepares the table for the legs that were found again: deletes those that were no flights, and moves those that began at
 * another time, so that their corrections and flights stay. `LegRows.write` then stores the legs.
 */
export async function prepareReplacements(tx: Tx, replacements: readonly LegReplacement[]): Promise<void> {
  for (const replacement of replacements) {
    const { trackerId, from, to, retained } = replacement;
    const stored = await readStoredLegs(tx, trackerId, { from, to });
    const found = replacement.legs.map(({ leg, endedAt }) => ({
      startedAt: Math.trunc(leg.startedAt),
      endedAt,
    }));
    const { renamed, removed } = compareLegs(
      stored.filter(({ startedAt }) => !retained.has(startedAt)),
      found,
    );
    await sql`delete from leg where tracker_id = ${trackerId} and started_at = any (${[...removed]}::bigint[])`.execute(
      tx,
    );
    await sql`
      update leg set started_at = moved.new_start
      from unnest(${renamed.map((leg) => leg.from)}::bigint[], ${renamed.map((leg) => leg.to)}::bigint[])
        as moved (old_start, new_start)
      where tracker_id = ${trackerId} and started_at = moved.old_start`.execute(tx);
    await deleteLatePositions(tx, 'leg_recompute', replacement);
  }
}
