import type { Group } from '@wakeline/contract/entities/group';

/** A group and its position in the tree. */
export interface GroupTreeNode {
  readonly groupId: number;
  /** Including the names of its ancestors: "North / Harbour". */
  readonly path: string;
  /** Ids of its ancestors, nearest first. */
  readonly ancestorIds: readonly number[];
}

type NamedGroup = Pick<Group, 'groupId' | 'parentId' | 'gn'>;

/** Groups in tree order, parents first. Groups in a cycle or with a missing parent are at the top level. */
export function flattenGroupTree(groups: readonly NamedGroup[]): GroupTreeNode[] {
  const groupsById = new Map(groups.map((group) => [group.groupId, group]));
  const childrenByParent = new Map<number | null, NamedGroup[]>();
  for (const group of groups) {
    const parent = group.parentId !== null && groupsById.has(group.parentId) ? group.parentId : null;
    childrenByParent.set(parent, [...(childrenByParent.get(parent) ?? []), group]);
  }
  const nodes: GroupTreeNode[] = [];
  const visited = new Set<number>();
  const visit = (group: NamedGroup, path: string, ancestorIds: readonly number[]) => {
    if (visited.has(group.groupId)) return;
    visited.add(group.groupId);
    nodes.push({ groupId: group.groupId, path, ancestorIds });
    for (const child of childrenByParent.get(group.groupId) ?? [])
      visit(child, `${path} / ${child.gn}`, [group.groupId, ...ancestorIds]);
  };
  for (const group of childrenByParent.get(null) ?? []) visit(group, group.gn, []);
  for (const group of groups) visit(group, group.gn, []);
  return nodes;
}

/** Ids of a group and all its descendants. */
export function collectSubtreeIds(groupId: number, nodes: readonly GroupTreeNode[]): Set<number> {
  return new Set(
    nodes
      .filter((node) => node.groupId === groupId || node.ancestorIds.includes(groupId))
      .map((node) => node.groupId),
  );
}

/** The parent of each group by its id. */
export function parentsOf(
  groups: readonly Pick<Group, 'groupId' | 'parentId'>[],
): ReadonlyMap<number, number | null> {
  return new Map(groups.map(({ groupId, parentId }) => [groupId, parentId]));
}

/** Whether `groupId` is one of `groups` or a descendant of one. */
export function isWithin(
  groupId: number | null,
  groups: ReadonlySet<number | null>,
  parents: ReadonlyMap<number, number | null>,
): boolean {
  if (groups.has(groupId)) return true;
  if (groupId === null) return false;
  for (
    let ancestor = parents.get(groupId) ?? null;
    ancestor !== null;
    ancestor = parents.get(ancestor) ?? null
  ) {
    if (groups.has(ancestor)) return true;
  }
  return false;
}
