import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { HelperPoints, MatchHelper } from '@wakeline/contract/live-events/match-helpers';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { hashToken, newSessionToken } from '../identity/tokens.ts';
import { findMatch } from '../races/event-match.ts';
import type { MatchRow } from '../races/matches.ts';
import { requireOpen } from './event-access.ts';
import { lockLive } from './match-live.ts';
import { hashCode, newCode } from './secret-code.ts';

export type HelperRow = Selectable<Schema['match_helper']>;

/** A helper stays signed in until this long after the end of the match, milliseconds. */
const AFTER_END_MS = 86_400_000;
/** Phones with the same code; the oldest one is signed out. */
const MAX_TOKENS = 20;
/** Minimum interval between updates of the time of the last request. */
const TOUCH_INTERVAL_MS = 60_000;

/** The helpers of a match by name. */
export async function readHelpers(db: Db, matchId: number): Promise<MatchHelper[]> {
  const rows = await db
    .selectFrom('match_helper')
    .where('match_id', '=', matchId)
    .selectAll()
    .orderBy(sql`lower(name)`)
    .orderBy('helper_id')
    .execute();
  return rows.map((row) => ({
    helperId: row.helper_id,
    helperName: row.name,
    points: row.points,
    createTime: row.created_at.getTime(),
    userName: row.user_name,
    lastTime: row.last_used_at?.getTime() ?? null,
    revokeTime: row.revoked_at?.getTime() ?? null,
  }));
}

/** Creates a helper; their code cannot be read later. @throws NamedError `helper-limit` */
export async function insertHelper(
  tx: Tx,
  matchId: number,
  {
    name,
    points,
    userName,
    now,
  }: {
    readonly name: string;
    readonly points: HelperPoints;
    readonly userName: string;
    readonly now: number;
  },
): Promise<{ helperId: number; code: string }> {
  await lockLive(tx, matchId);
  if ((await readHelpers(tx, matchId)).length >= LIMITS.helpersPerMatch) throw new NamedError('helper-limit');
  const code = newCode('helper');
  const { helper_id: helperId } = await tx
    .insertInto('match_helper')
    .values({
      ...{ match_id: matchId, name, points, code_hash: hashCode('helper', code), user_name: userName },
      created_at: new Date(now),
    })
    .returning('helper_id')
    .executeTakeFirstOrThrow();
  return { helperId, code };
}

/** Ends the code of a helper and their tokens. @throws NamedError `helper-unknown` */
export async function revokeHelper(
  tx: Tx,
  matchId: number,
  helperId: number,
  now: number,
): Promise<HelperRow> {
  const row = await tx
    .selectFrom('match_helper')
    .where('match_id', '=', matchId)
    .where('helper_id', '=', helperId)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new NamedError('helper-unknown');
  await tx
    .updateTable('match_helper')
    .set({ revoked_at: row.revoked_at ?? new Date(now) })
    .where('helper_id', '=', helperId)
    .execute();
  await tx.deleteFrom('match_helper_token').where('helper_id', '=', helperId).execute();
  return row;
}

/**
 * Signs in a helper.
 *
 * @throws NamedError `helper-code`: wrong or revoked; `event-closed`
 */
export function signInHelper(
  db: Db,
  code: string,
  now: number,
): Promise<{ readonly token: string; readonly expireTime: number }> {
  return db.transaction().execute(async (tx) => {
    const helper = await tx
      .selectFrom('match_helper')
      .where('code_hash', '=', hashCode('helper', code))
      .where('revoked_at', 'is', null)
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    const match = helper === undefined ? null : await findMatch(tx, helper.match_id);
    if (helper === undefined || match === null) throw new NamedError('helper-code');
    requireOpen(match);
    const token = newSessionToken();
    const expireTime = Math.max(match.end_at.getTime(), now) + AFTER_END_MS;
    await tx
      .insertInto('match_helper_token')
      .values({
        ...{ token_hash: hashToken(token), helper_id: helper.helper_id },
        ...{ created_at: new Date(now), expires_at: new Date(expireTime) },
      })
      .execute();
    await sql`
      delete from match_helper_token where token_hash in (
        select token_hash from match_helper_token where helper_id = ${helper.helper_id}
        order by created_at desc, token_hash offset ${MAX_TOKENS})`.execute(tx);
    await touch(tx, helper, now);
    return { token, expireTime };
  });
}

export async function signOutHelper(tx: Tx, token: string): Promise<void> {
  await tx.deleteFrom('match_helper_token').where('token_hash', '=', hashToken(token)).execute();
}

/** Ended sign-ins of helpers. */
export async function dropOldHelperTokens(tx: Tx, now: number): Promise<void> {
  await tx.deleteFrom('match_helper_token').where('expires_at', '<', new Date(now)).execute();
}

/** A signed-in helper with their match. */
export interface SignedInHelper {
  readonly helper: HelperRow;
  readonly match: MatchRow;
}

/**
 * The helper of a token, locked against their revocation until the transaction ends.
 *
 * @throws NamedError `helper-gone`: the token is wrong, has expired, or was revoked
 */
export async function requireHelper(tx: Tx, token: string, now: number): Promise<SignedInHelper> {
  const signedIn = await tx
    .selectFrom('match_helper_token')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', new Date(now))
    .select('helper_id')
    .executeTakeFirst();
  if (signedIn === undefined) throw new NamedError('helper-gone');
  const helper = await tx
    .selectFrom('match_helper')
    .where('helper_id', '=', signedIn.helper_id)
    .where('revoked_at', 'is', null)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  const match = helper === undefined ? null : await findMatch(tx, helper.match_id);
  if (helper === undefined || match === null) throw new NamedError('helper-gone');
  await touch(tx, helper, now);
  return { helper, match };
}

async function touch(tx: Tx, { helper_id, last_used_at }: HelperRow, now: number): Promise<void> {
  if (last_used_at !== null && now - last_used_at.getTime() < TOUCH_INTERVAL_MS) return;
  await tx
    .updateTable('match_helper')
    .set({ last_used_at: new Date(now) })
    .where('helper_id', '=', helper_id)
    .execute();
}
