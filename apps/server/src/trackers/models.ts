import type { Db } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import { trackersInScope } from './in-scope.ts';

/** Maximum number of models offered: a drop-down list with more is of no use. */
const MAX_MODELS = 500;

/** The models of the devices of a scope, by name. */
export async function readModels(db: Db, scope: Scope): Promise<readonly string[]> {
  const rows = await trackersInScope(db, scope)
    .where('tracker.model', '!=', '')
    .select('tracker.model')
    .distinct()
    .orderBy('tracker.model')
    .limit(MAX_MODELS)
    .execute();
  return rows.map(({ model }) => model);
}
