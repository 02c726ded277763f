import { NamedError } from '@wakeline/contract/errors';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import type { Schema } from '../db/schema.ts';
import { holdMatch } from '../races/event-match.ts';
import type { MatchRow } from '../races/matches.ts';

export type MatchLive = Selectable<Schema['match_live']>;

/** The counters of a match, which are locked. */
export interface LockedLive extends MatchLive {
  readonly match: MatchRow;
}

const EMPTY: Omit<MatchLive, 'match_id'> = {
  ...{ last_comment: 0, last_gift: 0, likes: 0, words: [], comments: 0 },
};

/** The counters of a match, without a lock. */
export async function readLive(db: Db, matchId: number): Promise<MatchLive> {
  const row = await db
    .selectFrom('match_live')
    .where('match_id', '=', matchId)
    .selectAll()
    .executeTakeFirst();
  return row ?? { match_id: matchId, ...EMPTY };
}

/**
 * Locks the counters of a match until the transaction ends, so that all that numbers something takes turns. The match itself is
 * held first, as its deletion does.
 *
 * @throws NamedError `event-unknown`: the match was deleted
 */
export async function lockLive(tx: Tx, matchId: number): Promise<LockedLive> {
  const match = await holdMatch(tx, matchId);
  if (match === null) throw new NamedError('event-unknown');
  const locked = () =>
    tx.selectFrom('match_live').where('match_id', '=', matchId).selectAll().forUpdate().executeTakeFirst();
  const known = await locked();
  if (known !== undefined) return { ...known, match };
  await tx
    .insertInto('match_live')
    .values({ match_id: matchId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await locked();
  if (row === undefined) throw new Error('the counters of a match are missing');
  return { ...row, match };
}

/** Notifies all servers that comments, gifts or moderation of a match changed. */
export async function notifyLive(tx: Tx, matchId: number): Promise<void> {
  await sendEvent(tx, { type: 'live-event', matchId });
}
