import type { Db } from '../db/database.ts';

/** Reads the group tree of an account. The returned function maps a group to itself and all groups below it. */
export async function loadGroupDescendants(
  db: Db,
  accountId: number,
): Promise<(groupId: number) => ReadonlySet<number>> {
  const rows = await db
    .selectFrom('tracker_group')
    .select(['group_id', 'parent_id'])
    .where('account_id', '=', accountId)
    .execute();
  const children = new Map<number | null, number[]>();
  for (const { group_id: groupId, parent_id: parentId } of rows) {
    const siblings = children.get(parentId);
    if (siblings === undefined) children.set(parentId, [groupId]);
    else siblings.push(groupId);
  }
  const cache = new Map<number, ReadonlySet<number>>();
  return (groupId) => {
    const cached = cache.get(groupId);
    if (cached !== undefined) return cached;
    // Iterating a set includes elements added meanwhile. A cycle of groups ends, because no element is added twice.
    const descendants = new Set([groupId]);
    for (const group of descendants) {
      for (const child of children.get(group) ?? []) descendants.add(child);
    }
    cache.set(groupId, descendants);
    return descendants;
  };
}
