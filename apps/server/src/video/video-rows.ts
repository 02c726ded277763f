import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type VideoState, type VideoTimes, videoStateAt } from '@wakeline/domain/races/video-state';
import type { Selectable } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import type { Schema } from '../db/schema.ts';
import { findMatch } from '../races/find-match.ts';
import type { Refusal } from './process/messages.ts';

export type VideoRow = Selectable<Schema['match_video']>;

/** 192 bits. */
const KEY_BYTES = 24;
/** The id of the match, so that a refusal can be named, then the random part. */
const KEY = /^([1-9]\d{0,9})-[\w-]{32}$/;
const MAX_ID = 2_147_483_647;

const EMPTY: Omit<VideoRow, 'match_id'> = {
  ...{ key_hash: null, key_at: null, revoked_hash: null, record: false, publish: false },
  ...{ started_at: null, seen_at: null, publishing: false, ended_at: null },
};

/** The video of a match; one without a row has none yet. */
export async function readVideo(db: Db, matchId: number): Promise<VideoRow> {
  const row = await db
    .selectFrom('match_video')
    .selectAll()
    .where('match_id', '=', matchId)
    .executeTakeFirst();
  return row ?? { match_id: matchId, ...EMPTY };
}

async function changeVideo(
  tx: Tx,
  matchId: number,
  change: Partial<Omit<VideoRow, 'match_id'>>,
): Promise<void> {
  await tx
    .insertInto('match_video')
    .values({ match_id: matchId, ...change })
    .onConflict((conflict) => conflict.column('match_id').doUpdateSet(change))
    .execute();
}

/** Creates the key of a match in place of the former one. Only its hash is stored. */
export async function renewKey(tx: Tx, matchId: number, now: number): Promise<string> {
  const { key_hash, publishing } = await readVideo(tx, matchId);
  const key = `${matchId}-${randomBytes(KEY_BYTES).toString('base64url')}`;
  const change = {
    ...{ key_hash: hashKey(key), key_at: new Date(now), publishing: false },
    ...(publishing && { seen_at: new Date(now) }),
  };
  await changeVideo(tx, matchId, key_hash === null ? change : { ...change, revoked_hash: key_hash });
  return key;
}

/** Ends the video and revokes the key. */
export async function endVideo(tx: Tx, { match_id, key_hash }: VideoRow, now: number): Promise<void> {
  await changeVideo(tx, match_id, {
    ...{ key_hash: null, key_at: null, publishing: false, ended_at: new Date(now) },
    ...(key_hash !== null && { revoked_hash: key_hash }),
  });
}

export function setRecording(
  tx: Tx,
  matchId: number,
  settings: { readonly record: boolean; readonly publish: boolean },
): Promise<void> {
  return changeVideo(tx, matchId, settings);
}

export function stateOf(row: VideoRow, now: number): { state: VideoState; since: number | null } {
  return videoStateAt(timesOf(row), now);
}

function timesOf({ started_at, seen_at, publishing, ended_at }: VideoRow): VideoTimes {
  return {
    startedAt: started_at?.getTime() ?? null,
    seenAt: seen_at?.getTime() ?? null,
    isPublishing: publishing,
    endedAt: ended_at?.getTime() ?? null,
  };
}

/**
 * Notes that a stream is received. After an interruption the same video continues.
 *
 * @returns false: its key has been replaced since it was checked
 */
export async function noteStart(
  tx: Tx,
  { matchId, accountId, keyHash }: AuthorizedKey,
  now: number,
): Promise<boolean> {
  // Locked: a key that is replaced at the same time must not publish afterwards.
  const row = await tx
    .selectFrom('match_video')
    .selectAll()
    .where('match_id', '=', matchId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || !isSame(row.key_hash, keyHash)) return false;
  const continues = stateOf(row, now).state === 'live' || stateOf(row, now).state === 'interrupted';
  await changeVideo(tx, matchId, {
    ...{ seen_at: new Date(now), publishing: true, ended_at: null },
    started_at: continues ? row.started_at : new Date(now),
  });
  await sendEvent(tx, { type: 'changed', what: 'matches', accountId, userId: null });
  return true;
}

/** Notes that its publisher has left. */
export async function noteStop(tx: Tx, matchId: number, now: number): Promise<void> {
  await tx
    .updateTable('match_video')
    .set({ seen_at: new Date(now), publishing: false })
    .where('match_id', '=', matchId)
    .where('publishing', '=', true)
    .execute();
  const match = await findMatch(tx, matchId);
  if (match === null) return;
  await sendEvent(tx, { type: 'changed', what: 'matches', accountId: match.account_id, userId: null });
}

/** Notes that these streams are still received. */
export async function noteStreams(tx: Tx, matchIds: readonly number[], now: number): Promise<void> {
  await tx
    .updateTable('match_video')
    .set({ seen_at: new Date(now) })
    .where('match_id', 'in', matchIds)
    .where('publishing', '=', true)
    .execute();
}

export interface AuthorizedKey {
  readonly matchId: number;
  readonly accountId: number;
  readonly keyHash: Buffer;
}

/** The match to which a key publishes, or why it does not. */
export async function authorizeKey(
  db: Db,
  key: string,
): Promise<AuthorizedKey | { readonly refusal: Refusal }> {
  const matchId = Number(KEY.exec(key)?.[1]);
  if (!(matchId <= MAX_ID)) return { refusal: 'stream-key-unknown' };
  const hash = hashKey(key);
  const { key_hash, revoked_hash } = await readVideo(db, matchId);
  if (!isSame(key_hash, hash)) {
    if (isSame(revoked_hash, hash)) return { refusal: 'stream-key-revoked' };
    return { refusal: (await isRandomPartKnown(db, key)) ? 'stream-key-foreign' : 'stream-key-unknown' };
  }
  const match = await findMatch(db, matchId);
  if (match === null) return { refusal: 'stream-key-unknown' };
  if (match.state === 'archived') return { refusal: 'stream-match-archived' };
  return { matchId, accountId: match.account_id, keyHash: hash };
}

function isSame(stored: Buffer | null, hash: Buffer): boolean {
  return stored !== null && stored.length === hash.length && timingSafeEqual(stored, hash);
}

/** The random part is what is hashed, so that a key with the id of another match is recognized. */
function hashKey(key: string): Buffer {
  return createHash('sha256')
    .update(key.slice(key.indexOf('-') + 1))
    .digest();
}

async function isRandomPartKnown(db: Db, key: string): Promise<boolean> {
  const row = await db
    .selectFrom('match_video')
    .select('match_id')
    .where('key_hash', '=', hashKey(key))
    .executeTakeFirst();
  return row !== undefined;
}
