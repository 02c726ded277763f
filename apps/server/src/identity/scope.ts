import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The part of an account's trackers that somebody sees; a caller is one. */
export interface Scope {
  readonly accountId: number;
  /** Tracker groups, those below them included, with the trackers in them; null: every tracker of the account. */
  readonly groupIds: readonly number[] | null;
}

/** Every tracker of an account. */
export function accountScope(accountId: number): Scope {
  return { accountId, groupIds: null };
}

/** The groups that a user was given and all that lie below them, as a part of a query over users. */
export function visibleGroupsOf(userId: 'app_user.user_id'): RawBuilder<number[]> {
  return sql<number[]>`array(
    with recursive seen as (
      select user_group.group_id from user_group where user_group.user_id = ${sql.ref(userId)}
      union
      select child.group_id from tracker_group child join seen on child.parent_id = seen.group_id
    ) select seen.group_id from seen)`;
}

/** Who sees a part of the groups sees no tracker that is in none. */
export function canSeeGroup({ groupIds }: Pick<Scope, 'groupIds'>, groupId: number | null): boolean {
  return groupIds === null || (groupId !== null && groupIds.includes(groupId));
}

/** The same as a condition of a query, on the column that says the group. The account is a condition of its own. */
export function inScope(
  { groupIds }: Pick<Scope, 'groupIds'>,
  column: 'tracker.group_id' | 'tracker_group.group_id',
): RawBuilder<SqlBool> {
  if (groupIds === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`${sql.ref(column)} = any (${[...groupIds]}::int[])`;
}

/** Scopes of one account with the same key are the same. */
export function scopeKey({ groupIds }: Pick<Scope, 'groupIds'>): string {
  return groupIds === null ? 'all' : groupIds.toSorted((a, b) => a - b).join(' ');
}
