import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Tx } from '../../../db/database.ts';
import { lockAccount } from '../../../db/lock-account.ts';

/** The groups of an account, locked until the transaction ends. */
export interface GroupTree {
  readonly size: number;
  has(groupId: number): boolean;
  nameOf(groupId: number): string;
  parentOf(groupId: number): number | null;
  childrenOf(groupId: number): readonly number[];
  /**
   * Checks that a group with its descendants can be a child of `parentId`; `groupId` is null for a new group.
   *
   * @throws NamedError `group-in-itself`, `group-depth`
   */
  checkParent(groupId: number | null, parentId: number | null): void;
}

/** Locks the account, so that concurrent moves are checked against each other and cannot create a cycle. */
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
  /** The group itself and its ancestors, nearest first. */
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
    childrenOf: (groupId) => (children.get(groupId) ?? []).map((child) => child.group_id),
    checkParent(groupId, parentId) {
      const above = pathOf(parentId);
      if (groupId !== null && above.includes(groupId)) throw new NamedError('group-in-itself');
      const levels = groupId === null ? 1 : countLevels(groupId);
      if (above.length + levels > LIMITS.groupDepth) throw new NamedError('group-depth');
    },
  };
}
