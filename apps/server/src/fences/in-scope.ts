import type { Db } from '../db/database.ts';
import { objectsInScope } from '../identity/object-scope.ts';
import type { Scope } from '../identity/scope.ts';

/** The fences visible in a scope, as the base of a query that adds filters and columns. */
export function fencesInScope(db: Db, scope: Scope) {
  return db
    .selectFrom('fence')
    .where('fence.account_id', '=', scope.accountId)
    .where(objectsInScope(scope, 'fence.group_id'));
}
