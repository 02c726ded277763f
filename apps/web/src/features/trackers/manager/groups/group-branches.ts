import type { Group } from '@wakeline/contract/entities/group';

/** A group in the tree of the groups tab. */
export interface GroupBranch {
  readonly key: number;
  readonly group: Group;
  /** Number of devices in it and all its subgroups. */
  readonly devices: number;
  readonly children: readonly GroupBranch[];
}

/** The groups as a tree, in the order of the list. Groups whose parent is missing are at the top level. */
export function buildGroupBranches(groups: readonly Group[]): readonly GroupBranch[] {
  const ids = new Set(groups.map(({ groupId }) => groupId));
  const childrenOf = new Map<number | null, Group[]>();
  for (const group of groups) {
    const parent = group.parentId !== null && ids.has(group.parentId) ? group.parentId : null;
    const siblings = childrenOf.get(parent);
    if (siblings) siblings.push(group);
    else childrenOf.set(parent, [group]);
  }
  const build = (parent: number | null): GroupBranch[] =>
    (childrenOf.get(parent) ?? []).map((group) => {
      const children = build(group.groupId);
      const inside = children.reduce((sum, { devices }) => sum + devices, 0);
      return { key: group.groupId, group, devices: group.cn + inside, children };
    });
  return build(null);
}
