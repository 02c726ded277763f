import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** The part of an account's trackers that somebody sees; a caller is one. */
export interface Scope {
  readonly accountId: number;
  /** Tracker groups, with the trackers in them; null: every tracker of the account. */
  readonly groupIds: readonly number[] | null;
}

/** Every tracker of an account. */
export function wholeAccount(accountId: number): Scope {
  return { accountId, groupIds: null };
}

/** Who sees a part of the groups sees no tracker that is in none. */
export function seesGroup({ groupIds }: Pick<Scope, 'groupIds'>, groupId: number | null): boolean {
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
