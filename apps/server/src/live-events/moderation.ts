import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Mute, MuteKind } from '@wakeline/contract/live-events/moderation';
import { normalizeWords } from '@wakeline/domain/live-events/refused-words';
import type { Db, Tx } from '../db/database.ts';
import { lockLive } from './match-live.ts';

/** The muted viewers and addresses of a match, the newest first. */
export async function readMutes(db: Db, matchId: number): Promise<Mute[]> {
  const rows = await db
    .selectFrom('match_mute')
    .where('match_id', '=', matchId)
    .selectAll()
    .orderBy('mute_id', 'desc')
    .execute();
  return rows.map((row) => ({
    muteId: row.mute_id,
    kind: row.kind,
    name: row.name,
    createTime: row.created_at.getTime(),
    userName: row.user_name,
  }));
}

/** Replaces the refused words of a match. Comments that are being stored see the former or the new ones. */
export async function writeWords(tx: Tx, matchId: number, words: readonly string[]): Promise<void> {
  await lockLive(tx, matchId);
  await tx
    .updateTable('match_live')
    .set({ words: [...normalizeWords(words)] })
    .where('match_id', '=', matchId)
    .execute();
}

/**
 * Mutes the author of a comment, or their address; one that is muted already stays so.
 *
 * @throws NamedError `comment-unknown`, also for an announcement; `mute-limit`
 */
export async function muteAuthor(
  tx: Tx,
  matchId: number,
  {
    number,
    kind,
    userName,
    now,
  }: { readonly number: number; readonly kind: MuteKind; readonly userName: string; readonly now: number },
): Promise<{ readonly muteId: number; readonly name: string }> {
  await lockLive(tx, matchId);
  const comment = await tx
    .selectFrom('match_comment')
    .where('match_id', '=', matchId)
    .where('number', '=', number)
    .select(['name', 'viewer_key', 'address'])
    .executeTakeFirst();
  const value = kind === 'viewer' ? comment?.viewer_key : comment?.address;
  if (comment === undefined || value === null || value === undefined) throw new NamedError('comment-unknown');
  const mutes = await tx
    .selectFrom('match_mute')
    .where('match_id', '=', matchId)
    .select(['mute_id', 'kind', 'value'])
    .execute();
  const known = mutes.find((one) => one.kind === kind && one.value === value);
  if (known !== undefined) return { muteId: known.mute_id, name: comment.name };
  if (mutes.length >= LIMITS.mutesPerMatch) throw new NamedError('mute-limit');
  const { mute_id: muteId } = await tx
    .insertInto('match_mute')
    .values({
      ...{ match_id: matchId, kind, value, name: comment.name, user_name: userName },
      created_at: new Date(now),
    })
    .returning('mute_id')
    .executeTakeFirstOrThrow();
  return { muteId, name: comment.name };
}

/** @throws NamedError `mute-unknown` */
export async function unmute(tx: Tx, matchId: number, muteId: number): Promise<{ readonly name: string }> {
  const row = await tx
    .deleteFrom('match_mute')
    .where('match_id', '=', matchId)
    .where('mute_id', '=', muteId)
    .returning('name')
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('mute-unknown');
  return row;
}
