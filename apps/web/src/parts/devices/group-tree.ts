import type { Group } from '@wakeline/contract/entities/group';

/** A group where it stands in the tree. */
export interface GroupTreeNode {
  readonly groupId: number;
  /** With the names of the groups above it: "North / Harbour". */
  readonly path: string;
  /** The groups above it, from the nearest. */
  readonly ancestorIds: readonly number[];
}

type NamedGroup = Pick<Group, 'groupId' | 'parentId' | 'gn'>;

/** Groups in the order of the tree: each before those in it. What hangs in a ring, or on a group that is not there, stands at the top. */
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

/** A group with all that are below it. */
export function collectSubtreeIds(groupId: number, nodes: readonly GroupTreeNode[]): Set<number> {
  return new Set(
    nodes
      .filter((node) => node.groupId === groupId || node.ancestorIds.includes(groupId))
      .map((node) => node.groupId),
  );
}
