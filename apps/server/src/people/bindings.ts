import type { Db } from '../db/database.ts';
import { inScope, type Scope } from '../identity/scope.ts';

/** The bindings of a person to devices that the user sees. Full scope includes devices that no longer exist. */
function bindingsInScope(db: Db, scope: Scope, personId: number) {
  return db
    .selectFrom('person_binding')
    .leftJoin('tracker', 'tracker.tracker_id', 'person_binding.tracker_id')
    .where('person_binding.person_id', '=', personId)
    .where(inScope(scope, 'tracker.group_id'));
}

/** One page of the bindings of a person, newest first. */
export function readPersonBindings(
  db: Db,
  scope: Scope,
  personId: number,
  { pageIndex, pageSize }: { readonly pageIndex: number; readonly pageSize: number },
) {
  return bindingsInScope(db, scope, personId)
    .selectAll('person_binding')
    .orderBy('person_binding.binding_id', 'desc')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
}

export async function countPersonBindings(db: Db, scope: Scope, personId: number): Promise<number> {
  const { count } = await bindingsInScope(db, scope, personId)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
