import type { Group } from '@wakeline/contract/entities/group';

/** A group with the names of those above it, as one line. */
export interface GroupPath {
  readonly groupId: number;
  readonly path: string;
}

/** The groups in the order of the tree: each behind the one that it lies in. */
export function groupPaths(groups: readonly Pick<Group, 'groupId' | 'parentId' | 'gn'>[]): GroupPath[] {
  const children = Map.groupBy(groups, ({ parentId }) => parentId);
  const paths: GroupPath[] = [];
  function add(parentId: number | null, above: string): void {
    for (const { groupId, gn } of children.get(parentId) ?? []) {
      const path = above === '' ? gn : `${above} / ${gn}`;
      paths.push({ groupId, path });
      add(groupId, path);
    }
  }
  add(null, '');
  return paths;
}
