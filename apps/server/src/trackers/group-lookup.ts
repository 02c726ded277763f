import type { ErrorName } from '@wakeline/contract/errors';
import type { Db } from '../db/database.ts';
import type { Scope } from '../identity/scope.ts';
import { inScope } from '../identity/scope.ts';

/** A visible group with the names of its ancestors: `North / Harbour`. */
export interface GroupPath {
  readonly groupId: number;
  readonly path: string;
}

/** The visible groups of a scope by path. */
export async function readGroupPaths(db: Db, scope: Scope): Promise<readonly GroupPath[]> {
  const rows = await db
    .selectFrom('tracker_group')
    .select(['group_id', 'parent_id', 'name'])
    .where('account_id', '=', scope.accountId)
    .where(inScope(scope, 'tracker_group.group_id'))
    .execute();
  const byId = new Map(rows.map((row) => [row.group_id, row]));
  const pathOf = (groupId: number): string => {
    const names: string[] = [];
    const visited = new Set<number>();
    for (let at = byId.get(groupId); at !== undefined && !visited.has(at.group_id); ) {
      visited.add(at.group_id);
      names.unshift(at.name);
      at = at.parent_id === null ? undefined : byId.get(at.parent_id);
    }
    return names.join(' / ');
  };
  const paths = rows.map(({ group_id: groupId }) => ({ groupId, path: pathOf(groupId) }));
  return paths.toSorted((a, b) => a.path.localeCompare(b.path));
}

type Lookup = (text: string) => { readonly id: number } | { readonly error: ErrorName };

/**
 * Finds groups by their path, or by their name if only one group has it. Spaces around slashes make no difference, nor does
 * case, unless names differ only by it.
 */
export function createGroupLookup(groups: readonly GroupPath[]): Lookup {
  const index = (keyOf: (path: string) => string) => Map.groupBy(groups, ({ path }) => keyOf(path));
  const nameOf = (path: string) => singleSpaced(path.split(' / ').at(-1) ?? '');
  const byPath = index(singleSpaced);
  const byName = index(nameOf);
  const byLowerPath = index((path) => singleSpaced(path).toLowerCase());
  const byLowerName = index((path) => nameOf(path).toLowerCase());
  return (text) => {
    const name = singleSpaced(text);
    const lower = name.toLowerCase();
    const found = byPath.get(name) ?? byName.get(name) ?? byLowerPath.get(lower) ?? byLowerName.get(lower);
    const [only, other] = found ?? [];
    if (only === undefined) return { error: 'group-unknown' };
    return other === undefined ? { id: only.groupId } : { error: 'group-ambiguous' };
  };
}

/** Without spaces around slashes, and with single ones in between. */
function singleSpaced(text: string): string {
  return text
    .trim()
    .replace(/\s*\/\s*/g, '/')
    .replace(/\s+/g, ' ');
}
