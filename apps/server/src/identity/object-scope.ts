import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from './scope.ts';

/**
 * Which objects of the map (fences, labelled points, routes) somebody sees, as a condition on the column that says their tracker group.
 * Those of no group are for all of the account; who sees some groups only sees theirs besides. The account is a condition of its own.
 */
export function objectsInScope(
  { groupIds }: Pick<Scope, 'groupIds'>,
  column: 'fence.group_id' | 'label_point.group_id' | 'route.group_id',
): RawBuilder<SqlBool> {
  if (groupIds === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${sql.ref(column)} is null or ${sql.ref(column)} = any (${[...groupIds]}::int[]))`;
}
