import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from './scope.ts';

/**
 * Condition on the group column of map objects (fences, label points, routes): they are visible in the scope. Objects
 * without a group are visible to the entire account; a scope limited to groups also sees the objects of its groups.
 * The account needs a separate condition.
 */
export function objectsInScope(
  { groupIds }: Pick<Scope, 'groupIds'>,
  column: 'fence.group_id' | 'label_point.group_id' | 'route.group_id',
): RawBuilder<SqlBool> {
  if (groupIds === null) return sql<SqlBool>`true`;
  return sql<SqlBool>`(${sql.ref(column)} is null or ${sql.ref(column)} = any (${[...groupIds]}::int[]))`;
}
