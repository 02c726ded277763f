import type { Db } from '../db/database.ts';

/** Reads the tree of an account's groups; answers, for a group, itself and all below it. */
export async function groupsBelow(
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
  const known = new Map<number, ReadonlySet<number>>();
  return (groupId) => {
    const before = known.get(groupId);
    if (before !== undefined) return before;
    // A set keeps what is added while it is gone through; a circle of groups ends, as nothing is in it twice.
    const below = new Set([groupId]);
    for (const group of below) {
      for (const child of children.get(group) ?? []) below.add(child);
    }
    known.set(groupId, below);
    return below;
  };
}
