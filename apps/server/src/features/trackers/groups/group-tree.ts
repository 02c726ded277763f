import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Tx } from '../../../db/database.ts';
import { lockAccount } from '../../../db/lock-account.ts';

/** The groups of an account, which nobody else changes until the transaction ends. */
export interface GroupTree {
  readonly size: number;
  has(groupId: number): boolean;
  nameOf(groupId: number): string;
  parentOf(groupId: number): number | null;
  /**
   * Whether a group, with all that is below it, may lie in `parentId`; a new group has no id yet.
   *
   * @throws NamedError `group-in-itself`, `group-depth`
   */
  checkParent(groupId: number | null, parentId: number | null): void;
}

/** Holds the account: of two moves at once the second is judged by what the first made, so that no circle comes about. */
export async function lockGroupTree(tx: Tx, accountId: number): Promise<GroupTree> {
  await lockAccount(tx, accountId);
  const rows = await tx
    .selectFrom('tracker_group')
    .select(['group_id', 'parent_id', 'name'])
    .where('account_id', '=', accountId)
    .execute();
  const groups = new Map(rows.map((row) => [row.group_id, row]));
  const children = Map.groupBy(rows, (row) => row.parent_id);

  function parentOf(groupId: number): number | null {
    return groups.get(groupId)?.parent_id ?? null;
  }
  /** The group itself and those above it, from below. */
  function pathOf(groupId: number | null): number[] {
    const path: number[] = [];
    for (let at = groupId; at !== null; at = parentOf(at)) path.push(at);
    return path;
  }
  function countLevels(groupId: number): number {
    const below = children.get(groupId) ?? [];
    return 1 + Math.max(0, ...below.map((child) => countLevels(child.group_id)));
  }

  return {
    size: groups.size,
    has: (groupId) => groups.has(groupId),
    nameOf: (groupId) => groups.get(groupId)?.name ?? '',
    parentOf,
    checkParent(groupId, parentId) {
      const above = pathOf(parentId);
      if (groupId !== null && above.includes(groupId)) throw new NamedError('group-in-itself');
      const levels = groupId === null ? 1 : countLevels(groupId);
      if (above.length + levels > LIMITS.groupDepth) throw new NamedError('group-depth');
    },
  };
}
