import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The visible part of an account's trackers; every caller is a scope. */
export interface Scope {
  readonly accountId: number;
  /** Tracker groups including their subgroups, with their trackers; null: every tracker of the account. */
  readonly groupIds: readonly number[] | null;
}

/** The scope of all trackers of an account. */
export function accountScope(accountId: number): Scope {
  return { accountId, groupIds: null };
}

/** The groups granted to a user and all of their subgroups, as an expression in a query over users. */
export function visibleGroupsOf(userId: 'app_user.user_id'): RawBuilder<number[]> {
  return sql<number[]>`array(
    with recursive seen as (
      select user_group.group_id from user_group where user_group.user_id = ${sql.ref(userId)}
      union
      select child.group_id from tracker_group child join seen on child.parent_id = seen.group_id
    ) select seen.group_id from seen)`;
}

/** A scope limited to groups does not include trackers without a group. */
export function canSeeGroup({ groupIds }: Pick<Scope, 'groupIds'>, groupId: number | null): boolean {
  return groupIds === null || (groupId !== null && groupIds.includes(groupId));
}

/** The same as a query condition on the group column. The account needs a separate condition. */
export function inScope(
  { groupIds }: Pick<Scope, 'groupIds'>,
  column: 'tracker.group_id' | 'tracker_group.group_id' | 'plane.group_id',
): RawBuilder<SqlBool> {
  if (groupIds === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`${sql.ref(column)} = any (${[...groupIds]}::int[])`;
}

/** Scopes of one account with the same key are equal. */
export function scopeKey({ groupIds }: Pick<Scope, 'groupIds'>): string {
  return groupIds === null ? 'all' : groupIds.toSorted((a, b) => a - b).join(' ');
}
