import { type ErrorName, NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { hasRefusedWord } from '@wakeline/domain/live-events/refused-words';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { MatchRow } from '../races/matches.ts';
import { requireComments, requireEvent } from './event-access.ts';
import { type LockedLive, lockLive, type MatchLive, notifyLive } from './match-live.ts';
import { addToMinute } from './match-minutes.ts';

/** Who sends something to a live event. */
interface Sender {
  /** Of the public page. */
  readonly code: string;
  readonly viewerKey: string;
  /** As limits count it. */
  readonly address: string;
}

export interface CommentRequest extends Sender {
  readonly kind: 'comment';
  readonly clientKey: string;
  readonly name: string;
  readonly text: string;
}

export interface LikeRequest extends Sender {
  readonly kind: 'like';
  readonly number: number;
}

export type LiveRequest = CommentRequest | LikeRequest;

/** What became of a request. `number` and `time` are those of the comment; `likes` its number of likes. */
export type LiveOutcome =
  | { readonly number: number; readonly time: number; readonly likes: number }
  | { readonly error: ErrorName };

/**
 * Stores what arrived together, in its order, in one transaction. A request whose client key is stored already has the outcome
 * of the first one.
 *
 * @returns an outcome for each request
 */
export function storeBatch(
  db: Db,
  matchId: number,
  requests: readonly LiveRequest[],
  now: number,
): Promise<readonly LiveOutcome[]> {
  return db.transaction().execute(async (tx) => {
    const live = await lockLive(tx, matchId);
    const refusals = await refusalsOf(tx, live, requests);
    const accepted = requests.filter((_, at) => refusals[at] === null);
    const comments = await storeComments(
      tx,
      live,
      accepted.filter((one) => one.kind === 'comment'),
      now,
    );
    const likes = await storeLikes(
      tx,
      live,
      accepted.filter((one) => one.kind === 'like'),
    );
    if (accepted.length > 0) await notifyLive(tx, matchId);
    return requests.map((request, at): LiveOutcome => {
      const refusal = refusals[at] ?? null;
      if (refusal !== null) return { error: refusal };
      if (request.kind === 'comment') return comments.get(request.clientKey) ?? { error: 'comment-limit' };
      const count = likes.get(request.number);
      if (count === undefined) return { error: 'comment-unknown' };
      return { number: request.number, time: now, likes: count };
    });
  });
}

/** Why each request is refused; null: it is not. */
async function refusalsOf(
  tx: Tx,
  { match_id: matchId, words, match }: LockedLive,
  requests: readonly LiveRequest[],
): Promise<readonly (ErrorName | null)[]> {
  const muted = await readMuted(tx, matchId, requests);
  return requests.map((request) => {
    const { code, viewerKey, address } = request;
    const closed = nameOfRefusal(match, code);
    if (closed !== null) return closed;
    if (muted.has(`viewer ${viewerKey}`) || muted.has(`address ${address}`)) return 'comment-muted';
    if (request.kind === 'comment' && hasRefusedWord([request.name, request.text], words))
      return 'comment-refused';
    return null;
  });
}

function nameOfRefusal(match: MatchRow, code: string): ErrorName | null {
  try {
    requireEvent(match, code);
    requireComments(match);
    return null;
  } catch (error) {
    if (error instanceof NamedError) return error.errorName;
    throw error;
  }
}

async function readMuted(
  tx: Tx,
  matchId: number,
  requests: readonly LiveRequest[],
): Promise<ReadonlySet<string>> {
  const values = [...new Set(requests.flatMap(({ viewerKey, address }) => [viewerKey, address]))];
  const rows = await tx
    .selectFrom('match_mute')
    .where('match_id', '=', matchId)
    .where('value', '=', sql<string>`any (${values}::text[])`)
    .select(['kind', 'value'])
    .execute();
  return new Set(rows.map(({ kind, value }) => `${kind} ${value}`));
}

/** The stored comments by client key; without those above the limit of a match. */
async function storeComments(
  tx: Tx,
  live: MatchLive,
  requests: readonly CommentRequest[],
  now: number,
): Promise<ReadonlyMap<string, LiveOutcome>> {
  const { match_id: matchId, last_comment: last, comments } = live;
  if (requests.length === 0) return new Map();
  const stored = await readStored(tx, matchId, requests);
  const added: CommentRequest[] = [];
  for (const request of requests) {
    if (stored.has(request.clientKey) || last + added.length >= LIMITS.commentsPerMatch) continue;
    added.push(request);
    stored.set(request.clientKey, { number: last + added.length, time: now, likes: 0 });
  }
  if (added.length === 0) return stored;
  await tx
    .insertInto('match_comment')
    .values(
      added.map(({ clientKey, viewerKey, address, name, text }, at) => ({
        ...{ match_id: matchId, number: last + at + 1, client_key: clientKey, kind: 'viewer' },
        ...{ viewer_key: viewerKey, address, user_name: null, name, text, deleted_by: null },
        created_at: new Date(now),
      })),
    )
    .execute();
  await tx
    .updateTable('match_live')
    .set({ last_comment: last + added.length, comments: comments + added.length })
    .where('match_id', '=', matchId)
    .execute();
  await addToMinute(tx, matchId, now, { comments: added.length });
  return stored;
}

async function readStored(tx: Tx, matchId: number, requests: readonly CommentRequest[]) {
  const keys = requests.map(({ clientKey }) => clientKey);
  const rows = await tx
    .selectFrom('match_comment')
    .where('match_id', '=', matchId)
    .where('client_key', '=', sql<string>`any (${keys}::uuid[])`)
    .select(['client_key', 'number', 'likes', 'created_at'])
    .execute();
  return new Map<string, LiveOutcome>(
    rows.map(({ client_key, number, likes, created_at }) => [
      client_key,
      { number, likes, time: created_at.getTime() },
    ]),
  );
}

/** The likes of the liked comments by their number; without those that do not exist. */
async function storeLikes(
  tx: Tx,
  { match_id: matchId }: MatchLive,
  requests: readonly LikeRequest[],
): Promise<ReadonlyMap<number, number>> {
  if (requests.length === 0) return new Map();
  const numbers = requests.map(({ number }) => number);
  const viewers = requests.map(({ viewerKey }) => viewerKey);
  const { rows: added } = await sql<{ number: number; count: number }>`
    with added as (
      insert into match_comment_like (match_id, number, viewer_key)
        select ${matchId}::int, number, liked.viewer_key
        from unnest(${numbers}::int[], ${viewers}::text[]) as liked (number, viewer_key)
        join match_comment using (number)
        where match_comment.match_id = ${matchId} and match_comment.deleted_at is null
      on conflict do nothing returning number)
    select number, count(*)::int as count from added group by number order by number`.execute(tx);
  for (const { number, count } of added) {
    await tx
      .updateTable('match_comment')
      .set({ likes: sql`likes + ${count}` })
      .where('match_id', '=', matchId)
      .where('number', '=', number)
      .execute();
  }
  const total = added.reduce((sum, { count }) => sum + count, 0);
  await tx
    .updateTable('match_live')
    .set({ likes: sql`likes + ${total}` })
    .where('match_id', '=', matchId)
    .execute();
  const rows = await tx
    .selectFrom('match_comment')
    .where('match_id', '=', matchId)
    .where('number', '=', sql<number>`any (${numbers}::int[])`)
    .where('deleted_at', 'is', null)
    .select(['number', 'likes'])
    .execute();
  return new Map(rows.map(({ number, likes }) => [number, likes]));
}

/**
 * Stores an announcement of the host. A repeated client key returns the number of the first one.
 *
 * @throws NamedError `comment-limit`
 */
export async function storeAnnouncement(
  tx: Tx,
  matchId: number,
  {
    clientKey,
    text,
    userName,
    now,
  }: { readonly clientKey: string; readonly text: string; readonly userName: string; readonly now: number },
): Promise<{ readonly number: number; readonly isNew: boolean }> {
  const { last_comment: last } = await lockLive(tx, matchId);
  const known = await tx
    .selectFrom('match_comment')
    .where('match_id', '=', matchId)
    .where('client_key', '=', clientKey)
    .select('number')
    .executeTakeFirst();
  if (known !== undefined) return { number: known.number, isNew: false };
  if (last >= LIMITS.commentsPerMatch) throw new NamedError('comment-limit');
  await tx
    .insertInto('match_comment')
    .values({
      ...{ match_id: matchId, number: last + 1, client_key: clientKey, kind: 'system' },
      ...{ viewer_key: null, address: null, user_name: userName, name: '', text, deleted_by: null },
      created_at: new Date(now),
    })
    .execute();
  await tx
    .updateTable('match_live')
    .set({ last_comment: last + 1 })
    .where('match_id', '=', matchId)
    .execute();
  await notifyLive(tx, matchId);
  return { number: last + 1, isNew: true };
}
