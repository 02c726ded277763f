import type { Group } from '@wakeline/contract/entities/group';
import { flattenGroupTree } from '../../../../parts/devices/group-tree.ts';

/** The groups to which the content of a group can move: all but itself and its subgroups. */
export function toTargetOptions(
  list: readonly Pick<Group, 'groupId' | 'parentId' | 'gn'>[],
  { groupId: movedId }: Pick<Group, 'groupId'>,
): { readonly value: number; readonly label: string }[] {
  return flattenGroupTree(list)
    .filter(({ groupId, ancestorIds }) => groupId !== movedId && !ancestorIds.includes(movedId))
    .map(({ groupId, path }) => ({ value: groupId, label: path }));
}
