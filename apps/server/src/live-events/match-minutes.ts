import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';

export const MINUTE_MS = 60_000;

/** The start of the minute of a time. @param time epoch milliseconds */
export function minuteOf(time: number): Date {
  return new Date(Math.floor(time / MINUTE_MS) * MINUTE_MS);
}

/**
 * Counts comments and gifts of viewers in their minute, in the transaction that stores them.
 *
 * @param time when they are stored, epoch milliseconds
 * @param added money in fen
 */
export async function addToMinute(
  tx: Tx,
  matchId: number,
  time: number,
  {
    comments = 0,
    gifts = 0,
    total = 0,
    votes = 0,
  }: {
    readonly comments?: number;
    readonly gifts?: number;
    readonly total?: number;
    readonly votes?: number;
  },
): Promise<void> {
  await sql`
    insert into match_minute as known (match_id, minute, comments, gifts, total, votes)
      values (${matchId}, ${minuteOf(time)}, ${comments}, ${gifts}, ${total}, ${votes})
    on conflict (match_id, minute) do update set
      comments = known.comments + excluded.comments, gifts = known.gifts + excluded.gifts,
      total = known.total + excluded.total, votes = known.votes + excluded.votes`.execute(tx);
}
