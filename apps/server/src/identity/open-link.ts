import { NamedError } from '@wakeline/contract/errors';
import type { Db } from '../db/database.ts';
import type { Caller } from './caller.ts';
import { findUser } from './find-caller.ts';
import { hashToken } from './tokens.ts';

/** Minimum interval between updates of the last opening time, to avoid a write with each poll. */
const TOUCH_INTERVAL_MS = 60_000;

/**
 * Finds the link of a code, to trackers or to a screen, with its owner's present rights. The lookup uses a hash, so that
 * its timing reveals nothing about existing codes, and all failures have the same error.
 *
 * @throws NamedError `share-gone`: unknown, expired or revoked, or its owner is disabled
 */
export async function findLink(db: Db, code: string, now: number) {
  const link = await db
    .selectFrom('share_link')
    .where('code_hash', '=', hashToken(code))
    .where('withdrawn_at', 'is', null)
    .where('expires_at', '>', new Date(now))
    .select(['share_id', 'user_id', 'name', 'back_minutes', 'expires_at', 'last_opened_at'])
    .select(['replay_start', 'replay_end', 'screen_id', 'hides_names'])
    .executeTakeFirst();
  const owner: Caller | null = link === undefined ? null : await findUser(db, link.user_id, now);
  if (link === undefined || owner === null) throw new NamedError('share-gone');
  return { ...link, owner };
}

/** Records that somebody has opened a link, once a minute at most. */
export async function touchLink(
  db: Db,
  { share_id, last_opened_at }: { readonly share_id: number; readonly last_opened_at: Date | null },
  now: number,
): Promise<void> {
  if (last_opened_at !== null && now - last_opened_at.getTime() < TOUCH_INTERVAL_MS) return;
  await db.transaction().execute((tx) =>
    tx
      .updateTable('share_link')
      .set({ last_opened_at: new Date(now) })
      .where('share_id', '=', share_id)
      .execute(),
  );
}
