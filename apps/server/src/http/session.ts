import { createHash, randomBytes } from 'node:crypto';
import { LANGUAGES } from '@wakeline/contract/entities/user-config';
import { ROLES, type Role } from '@wakeline/contract/roles';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/database.ts';
import { sendEvent } from '../db/notify.ts';
import type { Caller } from './caller.ts';

export const SESSION_COOKIE = 'wakeline_session';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A session that is not used ends: a desk that stands empty over the weekend and a day is still signed in. */
export const SESSION_IDLE_MS = 7 * DAY;
/** A session ends, however much it is used: a token that leaked is of no use for ever. */
export const SESSION_LIFE_MS = 30 * DAY;
/** Use is written down this often at most, to spare a write with each call. */
const TOUCH_MS = 5 * MINUTE;

const TOKEN_BYTES = 32;

/** SHA-256 of a token: what the database keeps, so that a copy of it opens no session. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

export interface NewSession {
  readonly userId: number;
  readonly now: number;
  readonly address: string;
  readonly userAgent: string;
}

/** Opens a session and answers its token: 256 random bits, base64url. It is not to be had a second time. */
export async function openSession(tx: Tx, { userId, now, address, userAgent }: NewSession): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx.deleteFrom('session').where('expires_at', '<', new Date(now)).execute();
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

/** Whose session it is, or null when there is none (any more). Using it moves its end. */
export async function findCaller(db: Db, tokenHash: Buffer, now: number): Promise<Caller | null> {
  const row = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.user_id', 'session.user_id')
    .innerJoin('account', 'account.account_id', 'app_user.account_id')
    .where('session.token_hash', '=', tokenHash)
    .where('session.expires_at', '>', new Date(now))
    .where('app_user.disabled', '=', false)
    .select([
      'session.created_at',
      'session.last_seen_at',
      'app_user.user_id',
      'app_user.login',
      'app_user.permission',
      'account.account_id',
      'account.name',
      'account.time_zone',
      'account.operator',
      'app_user.all_groups',
      sql<string | null>`app_user.config ->> 'lang'`.as('lang'),
      grantedRoles(now).as('roles'),
      seenGroups().as('group_ids'),
    ])
    .executeTakeFirst();
  if (row === undefined) return null;
  if (now - row.last_seen_at.getTime() > TOUCH_MS) await touch(db, tokenHash, row.created_at.getTime(), now);
  return {
    userId: row.user_id,
    accountId: row.account_id,
    accountName: row.name,
    login: row.login,
    via: 'session',
    permission: row.permission,
    roles: row.roles.filter(isRole),
    groupIds: row.all_groups ? null : row.group_ids,
    language: LANGUAGES.find((language) => language === row.lang) ?? LANGUAGES[0],
    timeZone: row.time_zone,
    operator: row.operator,
    tokenHash,
  };
}

/** Functions that the user of a row was given and the account has at `now`. */
export function grantedRoles(now: number) {
  return sql<string[]>`array(
    select role from account_plugin plugin
    where plugin.account_id = app_user.account_id and plugin.role = any (app_user.roles)
      and (plugin.valid_until is null or plugin.valid_until > ${new Date(now)}))`;
}

function seenGroups() {
  return sql<number[]>`array(select group_id from user_group where user_group.user_id = app_user.user_id)`;
}

async function touch(db: Db, tokenHash: Buffer, createdAt: number, now: number): Promise<void> {
  const end = Math.min(now + SESSION_IDLE_MS, createdAt + SESSION_LIFE_MS);
  await db.transaction().execute((tx) =>
    tx
      .updateTable('session')
      .set({ last_seen_at: new Date(now), expires_at: new Date(end) })
      .where('token_hash', '=', tokenHash)
      .execute(),
  );
}

/** Ends one session: its token opens nothing from the commit on, and its open sockets are closed. */
export async function endSession(
  tx: Tx,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
): Promise<void> {
  await tx.deleteFrom('session').where('token_hash', '=', tokenHash).execute();
  await sendEvent(tx, { type: 'session-ended', userId, tokenHash: tokenHash.toString('hex') });
}

/** A role that a later version stored means nothing to this one. */
export function isRole(name: string): name is Role {
  return (ROLES as readonly string[]).includes(name);
}
