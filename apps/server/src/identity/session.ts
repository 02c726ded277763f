import { ROLES, type Role } from '@wakeline/contract/roles';
import { sql } from 'kysely';
import type { Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import type { Caller } from './caller.ts';
import { hashToken, newSessionToken } from './tokens.ts';

const DAY = 24 * 60 * 60_000;
/** Idle timeout of a session: it survives a long weekend. */
export const SESSION_IDLE_MS = 7 * DAY;
/** Maximum lifetime of a session, however much it is used, which limits the damage of a leaked token. */
export const SESSION_TTL_MS = 30 * DAY;
/**
 * Maximum number of sessions of a user, more than anybody has devices. A further sign-in ends the least recently used
 * one.
 */
export const MAX_SESSIONS_PER_USER = 100;

export interface NewSession {
  readonly userId: number;
  readonly now: number;
  readonly address: string;
  readonly userAgent: string;
}

/** Opens a session and returns its token: 256 random bits, base64url. Only its hash is stored. */
export async function openSession(tx: Tx, { userId, now, address, userAgent }: NewSession): Promise<string> {
  const token = newSessionToken();
  await tx.deleteFrom('session').where('expires_at', '<', new Date(now)).execute();
  const surplus = await tx
    .deleteFrom('session')
    .where('session_id', 'in', (query) =>
      query
        .selectFrom('session')
        .select('session_id')
        .where('user_id', '=', userId)
        .orderBy('last_seen_at', 'desc')
        .orderBy('session_id', 'desc')
        .offset(MAX_SESSIONS_PER_USER - 1),
    )
    .returning('token_hash')
    .execute();
  await notifySessionsEnded(tx, userId, surplus);
  await tx
    .insertInto('session')
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      created_at: new Date(now),
      last_seen_at: new Date(now),
      expires_at: new Date(now + SESSION_IDLE_MS),
      address,
      user_agent: userAgent.slice(0, 256),
    })
    .execute();
  return token;
}

/** The granted functions of a user that the account has at `now`, as an expression. */
export function selectGrantedRoles(now: number) {
  return sql<string[]>`array(
    select role from account_plugin plugin
    where plugin.account_id = app_user.account_id and plugin.role = any (app_user.roles)
      and (plugin.valid_until is null or plugin.valid_until > ${new Date(now)}))`;
}

/**
 * Ends the caller's session: its token is invalid from the commit on, and its open sockets are closed. A program has
 * no session; its token stays valid.
 */
export async function endSession(
  tx: Tx,
  { userId, tokenHash, via }: Pick<Caller, 'userId' | 'tokenHash' | 'via'>,
): Promise<void> {
  if (via === 'token') return;
  await tx.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
  await notifySessionsEnded(tx, userId, [{ token_hash: tokenHash }]);
}

/** Ends all sessions of a user except one, and closes their sockets. Returns how many there were. */
export async function endSessions(tx: Tx, userId: number, exceptTokenHash: Buffer | null): Promise<number> {
  const ended = await tx
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .$if(exceptTokenHash !== null, (query) => query.where('token_hash', '!=', exceptTokenHash))
    .returning('token_hash')
    .execute();
  await notifySessionsEnded(tx, userId, ended);
  return ended.length;
}

/**
 * Revokes all access to a user's account: sessions except one, tokens of programs, their sockets, and reset tokens.
 * For a changed password and for a disabled user.
 */
export async function revokeAllAccess(
  tx: Tx,
  userId: number,
  exceptTokenHash: Buffer | null = null,
): Promise<void> {
  await endSessions(tx, userId, exceptTokenHash);
  const tokens = await tx
    .deleteFrom('api_token')
    .where('user_id', '=', userId)
    .returning('token_hash')
    .execute();
  await notifySessionsEnded(tx, userId, tokens);
  await tx.deleteFrom('reset_ticket').where('user_id', '=', userId).execute();
}

/** Closes the sockets that were opened with these tokens. */
export async function notifySessionsEnded(
  tx: Tx,
  userId: number,
  ended: readonly { readonly token_hash: Buffer }[],
): Promise<void> {
  for (const { token_hash } of ended) {
    await sendEvent(tx, { type: 'session-ended', userId, tokenHash: token_hash.toString('hex') });
  }
}

/** Whether the name is a known role; a role stored by a later version is ignored. */
export function isRole(name: string): name is Role {
  return (ROLES as readonly string[]).includes(name);
}
