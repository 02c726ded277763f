import { MAX_UNREAD } from '@wakeline/contract/satellite/unread';
import { MESSAGE_ENDS, MESSAGE_TYPES } from '@wakeline/domain/satellite/message-types';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Visibility } from './accounts.ts';
import { visibleMessages } from './read-messages.ts';

/** Older messages are no news to a user who has never looked at any. */
const MAX_AGE_MS = 30 * 86_400_000;

const TYPES_FROM_TERMINALS = MESSAGE_TYPES.filter((type) => MESSAGE_ENDS[type].from === 'terminal');

interface Unread {
  /** At most `MAX_UNREAD`. */
  readonly count: number;
  /** Of the newest one, epoch milliseconds; null: there is none. */
  readonly newestTime: number | null;
}

/** Messages of terminals after the time until which the user has seen them. */
export async function countUnread(
  db: Db,
  visibility: Visibility,
  { userId, now }: { readonly userId: number; readonly now: number },
): Promise<Unread> {
  const seen = await db
    .selectFrom('satellite_seen')
    .where('user_id', '=', userId)
    .select('seen_at')
    .executeTakeFirst();
  const after = new Date(Math.max(seen?.seen_at.getTime() ?? 0, now - MAX_AGE_MS));
  const rows = await visibleMessages(db, visibility)
    .where('message.created_at', '>', after)
    .where('message.type', 'in', TYPES_FROM_TERMINALS)
    .select('message.created_at')
    .orderBy('message.created_at', 'desc')
    .limit(MAX_UNREAD)
    .execute();
  return { count: rows.length, newestTime: rows[0]?.created_at.getTime() ?? null };
}

/** Marks messages up to a time as seen by the user; returns whether that is later than before. */
export async function markSeen(tx: Tx, userId: number, upTo: number): Promise<boolean> {
  const at = new Date(upTo);
  const row = await tx
    .insertInto('satellite_seen')
    .values({ user_id: userId, seen_at: at })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ seen_at: at })
        .where(sql<boolean>`satellite_seen.seen_at < excluded.seen_at`),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}
