import { NamedError } from '@wakeline/contract/errors';
import type { CommentKind, HostComment, LiveComment } from '@wakeline/contract/live-events/comments';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { escapeLike } from '../db/escape-like.ts';
import type { Schema } from '../db/schema.ts';
import { lockLive, notifyLive } from './match-live.ts';

export type CommentRow = Selectable<Schema['match_comment']>;

/** Numbers of deleted comments that viewers receive: what a page can display. */
const REMOVED = 50;

export function toLiveComment({ number, kind, name, text, likes, created_at }: CommentRow): LiveComment {
  return { number, kind, name, text, likes, time: created_at.getTime() };
}

function visibleComments(db: Db, matchId: number) {
  return db.selectFrom('match_comment').where('match_id', '=', matchId).where('deleted_at', 'is', null);
}

/** Comments that are not deleted, in the order of their numbers: the next ones after a number, or the last ones before one. */
export async function readComments(
  db: Db,
  matchId: number,
  {
    after,
    before,
    limit,
  }: { readonly after?: number | undefined; readonly before?: number | undefined; readonly limit: number },
): Promise<LiveComment[]> {
  let query = visibleComments(db, matchId).selectAll().limit(limit);
  if (before !== undefined) query = query.where('number', '<', before);
  const isForward = after !== undefined;
  if (isForward) query = query.where('number', '>', after);
  const rows = await query.orderBy('number', isForward ? 'asc' : 'desc').execute();
  return (isForward ? rows : rows.reverse()).map(toLiveComment);
}

/** Numbers of the comments that were deleted last. */
export async function readRemoved(db: Db, matchId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('match_comment')
    .where('match_id', '=', matchId)
    .where('deleted_at', 'is not', null)
    .select('number')
    .orderBy('deleted_at', 'desc')
    .limit(REMOVED)
    .execute();
  return rows.map(({ number }) => number);
}

/** The newest announcement; null: none. */
export async function readAnnouncement(db: Db, matchId: number): Promise<LiveComment | null> {
  const row = await visibleComments(db, matchId)
    .where('kind', '=', 'system')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toLiveComment(row);
}

export interface HostCommentFilter {
  readonly keywords: string;
  readonly kind?: CommentKind | undefined;
  readonly deleted?: boolean | undefined;
}

function matching(db: Db, matchId: number, { keywords, kind, deleted }: HostCommentFilter) {
  let query = db.selectFrom('match_comment').where('match_comment.match_id', '=', matchId);
  if (kind !== undefined) query = query.where('match_comment.kind', '=', kind);
  if (deleted !== undefined) query = query.where('deleted_at', deleted ? 'is not' : 'is', null);
  if (keywords !== '') {
    const pattern = `%${escapeLike(keywords)}%`;
    query = query.where(
      sql<boolean>`(match_comment.name ilike ${pattern} escape '\\' or text ilike ${pattern} escape '\\')`,
    );
  }
  return query;
}

/** A page of all comments of a match, the newest first. */
export async function readHostComments(
  db: Db,
  matchId: number,
  filter: HostCommentFilter & { readonly pageIndex: number; readonly pageSize: number },
): Promise<{ readonly list: HostComment[]; readonly total: number }> {
  const rows = await matching(db, matchId, filter)
    .selectAll('match_comment')
    .select(
      sql<boolean>`exists (select from match_mute where match_mute.match_id = match_comment.match_id
        and (match_mute.kind, match_mute.value) in
          (('viewer', match_comment.viewer_key), ('address', match_comment.address)))`.as('muted'),
    )
    .orderBy('number', 'desc')
    .limit(filter.pageSize)
    .offset((filter.pageIndex - 1) * filter.pageSize)
    .execute();
  const { total } = await matching(db, matchId, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const list = rows.map((row) => ({
    ...toLiveComment(row),
    userName: row.user_name,
    deleteTime: row.deleted_at?.getTime() ?? null,
    deletedBy: row.deleted_by,
    muted: row.muted,
  }));
  return { list, total };
}

/**
 * Hides comments from viewers; those that were deleted already stay as they are.
 *
 * @returns the texts of the ones that were deleted now
 * @throws NamedError `comment-unknown` unless the match has all of them
 */
export async function deleteComments(
  tx: Tx,
  matchId: number,
  numbers: readonly number[],
  { userName, now }: { readonly userName: string; readonly now: number },
): Promise<readonly string[]> {
  await lockLive(tx, matchId);
  const wanted = new Set(numbers);
  const rows = await tx
    .selectFrom('match_comment')
    .where('match_id', '=', matchId)
    .where('number', 'in', [...wanted])
    .select(['number', 'kind', 'text', 'deleted_at'])
    .orderBy('number')
    .forUpdate()
    .execute();
  if (rows.length < wanted.size) throw new NamedError('comment-unknown');
  const visible = rows.filter(({ deleted_at }) => deleted_at === null);
  if (visible.length === 0) return [];
  await tx
    .updateTable('match_comment')
    .set({ deleted_at: new Date(now), deleted_by: userName })
    .where('match_id', '=', matchId)
    .where(
      'number',
      'in',
      visible.map(({ number }) => number),
    )
    .execute();
  const ofViewers = visible.filter(({ kind }) => kind === 'viewer').length;
  await tx
    .updateTable('match_live')
    .set({ comments: sql`comments - ${ofViewers}` })
    .where('match_id', '=', matchId)
    .execute();
  await notifyLive(tx, matchId);
  return visible.map(({ text }) => text);
}
