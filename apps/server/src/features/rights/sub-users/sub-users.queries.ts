import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Role } from '@wakeline/contract/roles';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/database.ts';
import type { Caller } from '../../../identity/caller.ts';
import { isLogin } from '../../../identity/login-name.ts';
import { inScope, type Scope } from '../../../identity/scope.ts';
import { isRole, selectGrantedRoles } from '../../../identity/session.ts';
import type { SubPermission } from './sub-users.policy.ts';

/** A stored sub-account. */
export interface SubUserRow {
  readonly subUserId: number;
  readonly accountId: number;
  readonly noteName: string;
  readonly account: string;
  readonly permission: SubPermission;
  /** Granted functions that the account has now. */
  readonly roles: readonly Role[];
  /** Granted functions that the account has no longer, or that no longer exist: they apply again when the account has them. */
  readonly lapsedRoles: readonly string[];
  readonly groupIds: readonly number[] | null;
  readonly disabled: boolean;
  readonly twoFactor: boolean;
  /** Epoch milliseconds. */
  readonly createTime: number;
  readonly lastSeenTime: number | null;
}

/** Sub-accounts of an account, or the one with this id, ordered by login. The holder is not one of them. */
export async function readSubUsers(
  db: Db,
  accountId: number,
  { now, subUserId }: { readonly now: number; readonly subUserId?: number },
): Promise<SubUserRow[]> {
  const rows = await db
    .selectFrom('app_user')
    .where('app_user.account_id', '=', accountId)
    .where('app_user.permission', '!=', 'holder')
    .$if(subUserId !== undefined, (query) => query.where('app_user.user_id', '=', subUserId ?? 0))
    .select([
      'app_user.user_id',
      'app_user.account_id',
      'app_user.note_name',
      'app_user.login',
      'app_user.permission',
      'app_user.roles as given',
      'app_user.all_groups',
      'app_user.disabled',
      'app_user.totp_confirmed_at',
      'app_user.created_at',
      selectGrantedRoles(now).as('roles'),
      sql<number[]>`array(
        select group_id from user_group where user_group.user_id = app_user.user_id order by group_id)`.as(
        'group_ids',
      ),
      sql<Date | null>`(
        select max(last_seen_at) from session where session.user_id = app_user.user_id)`.as('last_seen_at'),
    ])
    .orderBy('app_user.login')
    .execute();
  return rows.flatMap((row) => {
    if (row.permission === 'holder') return [];
    const roles = row.roles.filter(isRole);
    return {
      subUserId: row.user_id,
      accountId: row.account_id,
      noteName: row.note_name,
      account: row.login,
      permission: row.permission,
      roles,
      lapsedRoles: row.given.filter((role) => !roles.some((known) => known === role)),
      groupIds: row.all_groups ? null : row.group_ids,
      disabled: row.disabled,
      twoFactor: row.totp_confirmed_at !== null,
      createTime: row.created_at.getTime(),
      lastSeenTime: row.last_seen_at?.getTime() ?? null,
    };
  });
}

/** @throws NamedError `sub-user-unknown` */
export async function readSubUser(
  db: Db,
  accountId: number,
  subUserId: number,
  now: number,
): Promise<SubUserRow> {
  const [row] = await readSubUsers(db, accountId, { now, subUserId });
  if (row === undefined) throw new NamedError('sub-user-unknown');
  return row;
}

/**
 * Reads a sub-account and locks it until the transaction ends: of two concurrent changes the second one is checked against
 * the result of the first.
 *
 * @throws NamedError `sub-user-unknown`
 */
export async function lockSubUser(
  tx: Tx,
  accountId: number,
  subUserId: number,
  now: number,
): Promise<SubUserRow> {
  await tx
    .selectFrom('app_user')
    .select('user_id')
    .where('user_id', '=', subUserId)
    .where('account_id', '=', accountId)
    .forUpdate()
    .execute();
  return readSubUser(tx, accountId, subUserId, now);
}

/** Functions granted to the caller that the account has no longer. */
export async function readLapsedRoles(db: Db, caller: Caller): Promise<readonly string[]> {
  const user = await db
    .selectFrom('app_user')
    .select('roles')
    .where('user_id', '=', caller.userId)
    .where('account_id', '=', caller.accountId)
    .executeTakeFirst();
  return user?.roles.filter((role) => !caller.roles.some((known) => known === role)) ?? [];
}

export async function isLoginFree(db: Db, login: string): Promise<boolean> {
  const row = await db.selectFrom('app_user').select('user_id').where(isLogin(login)).executeTakeFirst();
  return row === undefined;
}

/**
 * Locks these groups until the transaction ends, if there is one, so that none is deleted meanwhile.
 *
 * @throws NamedError `group-unknown` when one of them is not in the scope.
 */
export async function requireGroups(db: Db, scope: Scope, groupIds: readonly number[]): Promise<void> {
  const requestedIds = [...new Set(groupIds)];
  if (requestedIds.length === 0) return;
  const rows = await db
    .selectFrom('tracker_group')
    .select('group_id')
    .where('account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker_group.group_id'))
    .where('group_id', 'in', requestedIds)
    .forKeyShare()
    .execute();
  if (rows.length < requestedIds.length) throw new NamedError('group-unknown');
}

export interface NewSubUser {
  readonly noteName: string;
  readonly account: string;
  /** From `hashDigest`. */
  readonly passwordHash: string;
  readonly permission: SubPermission;
  readonly roles: readonly Role[];
  readonly groupIds: readonly number[] | null;
}

/** @throws NamedError `sub-user-limit` */
export async function requireSubUserQuota(db: Db, accountId: number): Promise<void> {
  const { count } = await db
    .selectFrom('app_user')
    .where('account_id', '=', accountId)
    .where('permission', '!=', 'holder')
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= LIMITS.subUsersPerAccount) throw new NamedError('sub-user-limit');
}

/** @throws a unique violation if the login is taken. */
export async function insertSubUser(
  tx: Tx,
  creator: Pick<Caller, 'accountId' | 'userId' | 'language'>,
  form: NewSubUser,
): Promise<number> {
  const { accountId } = creator;
  const roles = [...new Set(form.roles)];
  const { user_id } = await tx
    .insertInto('app_user')
    .values({
      account_id: accountId,
      login: form.account,
      password_hash: form.passwordHash,
      note_name: form.noteName,
      permission: form.permission,
      roles,
      plugins_order: roles,
      config: JSON.stringify({ lang: creator.language }),
      all_groups: form.groupIds === null,
      created_by: creator.userId,
      // Updates and notices from before the creation count as read.
      update_read_to: sql`(select coalesce(max(entry_id), 0) from update_entry)`,
      read_to: sql`coalesce((select seq from account_log_head where account_id = ${accountId}), 0)`,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  await setGroups(tx, user_id, form.groupIds);
  return user_id;
}

/** Undefined fields stay unchanged. */
export interface SubUserChange {
  readonly noteName?: string | undefined;
  readonly account?: string | undefined;
  readonly passwordHash?: string | undefined;
  readonly permission?: SubPermission | undefined;
  readonly roles?: readonly string[] | undefined;
  readonly groupIds?: readonly number[] | null | undefined;
  readonly disabled?: boolean | undefined;
}

/** @throws a unique violation if the login is taken. */
export async function updateSubUser(tx: Tx, subUserId: number, change: SubUserChange): Promise<void> {
  const { groupIds } = change;
  await tx
    .updateTable('app_user')
    .set((set) => ({
      // Keeps the statement valid when no field changes.
      login: set.ref('login'),
      ...(change.noteName !== undefined && { note_name: change.noteName }),
      ...(change.account !== undefined && { login: change.account }),
      ...(change.passwordHash !== undefined && { password_hash: change.passwordHash }),
      ...(change.permission !== undefined && { permission: change.permission }),
      ...(change.roles !== undefined && { roles: [...new Set(change.roles)] }),
      ...(change.disabled !== undefined && { disabled: change.disabled }),
      ...(groupIds !== undefined && { all_groups: groupIds === null }),
    }))
    .where('user_id', '=', subUserId)
    .execute();
  if (groupIds !== undefined) await setGroups(tx, subUserId, groupIds);
}

async function setGroups(tx: Tx, userId: number, groupIds: readonly number[] | null): Promise<void> {
  await tx.deleteFrom('user_group').where('user_id', '=', userId).execute();
  const groups = [...new Set(groupIds ?? [])];
  if (groups.length === 0) return;
  await tx
    .insertInto('user_group')
    .values(groups.map((group_id) => ({ user_id: userId, group_id })))
    .execute();
}

/** Deletes the user with all personal data; their audit entries stay. */
export async function removeSubUser(tx: Tx, subUserId: number): Promise<void> {
  await tx.deleteFrom('app_user').where('user_id', '=', subUserId).execute();
}
