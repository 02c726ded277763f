import { LANGUAGES, userConfig } from '@wakeline/contract/entities/user-config';
import type { Permission } from '@wakeline/contract/operation';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../db/database.ts';
import { lowerPermission } from './access.ts';
import type { Caller } from './caller.ts';
import { visibleGroupsOf } from './scope.ts';
import { isRole, SESSION_IDLE_MS, SESSION_TTL_MS, selectGrantedRoles } from './session.ts';
import type { Credential } from './tokens.ts';

/** Missing and invalid values are as in the settings. */
const { speedUnits, altitudeUnits, climbUnits } = userConfig.shape;
const userUnits = z.object({
  speedUnits: speedUnits.catch(1),
  altitudeUnits: altitudeUnits.catch(1),
  climbUnits: climbUnits.catch(1),
});

/** Minimum interval between two writes of the last use, which saves a write per call. */
const TOUCH_INTERVAL_MS = 5 * 60_000;

/**
 * Finds the caller with this token: null when it is not valid (any more), or when its user is disabled. Using a
 * session extends it; the expiry of a program's token is fixed.
 */
export async function findCaller(db: Db, credential: Credential, now: number): Promise<Caller | null> {
  const found = await resolveCredential(db, credential, now);
  if (found === null) return null;
  await found.touch?.();
  return found.caller;
}

/** Like `findCaller`, without recording the use. */
export async function readCaller(db: Db, credential: Credential, now: number): Promise<Caller | null> {
  return (await resolveCredential(db, credential, now))?.caller ?? null;
}

interface FoundCaller {
  readonly caller: Caller;
  /** Records the use of the credential; null when it was recorded recently. */
  readonly touch: (() => Promise<unknown>) | null;
}

function resolveCredential(db: Db, credential: Credential, now: number): Promise<FoundCaller | null> {
  return credential.via === 'token' ? findProgram(db, credential, now) : findPerson(db, credential, now);
}

async function findPerson(db: Db, credential: Credential, now: number): Promise<FoundCaller | null> {
  const row = await selectUsers(db, now)
    .innerJoin('session', 'session.user_id', 'app_user.user_id')
    .where('session.token_hash', '=', credential.tokenHash)
    .where('session.expires_at', '>', new Date(now))
    .select(['session.created_at', 'session.last_seen_at'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const end = Math.min(now + SESSION_IDLE_MS, row.created_at.getTime() + SESSION_TTL_MS);
  const touch = () =>
    db.transaction().execute((tx) =>
      tx
        .updateTable('session')
        .set({ last_seen_at: new Date(now), expires_at: new Date(end) })
        .where('token_hash', '=', credential.tokenHash)
        .execute(),
    );
  const isDue = now - row.last_seen_at.getTime() > TOUCH_INTERVAL_MS;
  return { caller: toCaller(row, { ...credential, tokenName: null }, row), touch: isDue ? touch : null };
}

async function findProgram(db: Db, credential: Credential, now: number): Promise<FoundCaller | null> {
  const row = await selectUsers(db, now)
    .innerJoin('api_token', 'api_token.user_id', 'app_user.user_id')
    .where('api_token.token_hash', '=', credential.tokenHash)
    .where('api_token.expires_at', '>', new Date(now))
    .select([
      'api_token.last_used_at',
      'api_token.permission as scope',
      'api_token.roles as scopeRoles',
      'api_token.name as tokenName',
    ])
    .executeTakeFirst();
  if (row === undefined) return null;
  const touch = () =>
    db.transaction().execute((tx) =>
      tx
        .updateTable('api_token')
        .set({ last_used_at: new Date(now) })
        .where('token_hash', '=', credential.tokenHash)
        .execute(),
    );
  const isDue = row.last_used_at === null || now - row.last_used_at.getTime() > TOUCH_INTERVAL_MS;
  const roles = row.roles.filter((role) => row.scopeRoles.includes(role));
  const program = { ...credential, tokenName: row.tokenName };
  const caller = toCaller(row, program, { permission: lowerPermission(row.permission, row.scope), roles });
  return { caller, touch: isDue ? touch : null };
}

/** Loads a user without a credential, with their current rights; null when there is none, or the user is disabled. */
export async function findUser(db: Db, userId: number, now: number): Promise<Caller | null> {
  const row = await selectUsers(db, now).where('app_user.user_id', '=', userId).executeTakeFirst();
  if (row === undefined) return null;
  return toCaller(row, { via: 'session', tokenName: null, tokenHash: Buffer.alloc(0) }, row);
}

/** Enabled users with the columns of a caller. */
function selectUsers(db: Db, now: number) {
  return db
    .selectFrom('app_user')
    .innerJoin('account', 'account.account_id', 'app_user.account_id')
    .where('app_user.disabled', '=', false)
    .select([
      'app_user.user_id',
      'app_user.login',
      'app_user.permission',
      'app_user.all_groups',
      'account.account_id',
      'account.name',
      'account.time_zone',
      'account.operator',
      'account.max_consoles',
      sql<string | null>`app_user.config ->> 'lang'`.as('lang'),
      sql<unknown>`jsonb_build_object('speedUnits', app_user.config -> 'speedUnits',
        'altitudeUnits', app_user.config -> 'altitudeUnits', 'climbUnits', app_user.config -> 'climbUnits')`.as(
        'units',
      ),
      selectGrantedRoles(now).as('roles'),
      visibleGroupsOf('app_user.user_id').as('group_ids'),
    ]);
}

type UserRow = Awaited<ReturnType<ReturnType<typeof selectUsers>['execute']>>[number];

function toCaller(
  row: UserRow,
  credential: Credential & Pick<Caller, 'tokenName'>,
  rights: { readonly permission: Permission; readonly roles: readonly string[] },
): Caller {
  return {
    userId: row.user_id,
    accountId: row.account_id,
    accountName: row.name,
    login: row.login,
    via: credential.via,
    tokenName: credential.tokenName,
    permission: rights.permission,
    roles: rights.roles.filter(isRole),
    groupIds: row.all_groups ? null : row.group_ids,
    language: LANGUAGES.find((language) => language === row.lang) ?? LANGUAGES[0],
    units: userUnits.parse(row.units),
    timeZone: row.time_zone,
    operator: row.operator,
    maxConsoles: row.max_consoles,
    tokenHash: credential.tokenHash,
  };
}
