import type { ErrorName } from '@wakeline/contract/errors';
import type { Db } from '../../../db/database.ts';
import type { Scope } from '../../../identity/scope.ts';
import { inScope } from '../../../identity/scope.ts';

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

/** Finds groups by their path, or by their name if only one group has it. Case and spaces around slashes make no difference. */
export function createGroupLookup(groups: readonly GroupPath[]): Lookup {
  const byPath = new Map(groups.map(({ groupId, path }) => [normalize(path), groupId]));
  const byName = Map.groupBy(groups, ({ path }) => normalize(path.split(' / ').at(-1) ?? ''));
  return (text) => {
    const name = normalize(text);
    const exact = byPath.get(name);
    if (exact !== undefined) return { id: exact };
    const [only, other] = byName.get(name) ?? [];
    if (only === undefined) return { error: 'group-unknown' };
    return other === undefined ? { id: only.groupId } : { error: 'group-ambiguous' };
  };
}

function normalize(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/\s*\/\s*/g, '/')
    .replace(/\s+/g, ' ');
}
