import type { Group } from '@wakeline/contract/entities/group';
import { isWithin, parentsOf } from '../../../../parts/devices/group-tree.ts';
import type { Groups } from '../../../../parts/devices/use-groups.ts';

/** Whether a group can be moved: it leaves its parent, which requires the same rights as deleting it. */
export function canMove({ abilities }: Pick<Group, 'abilities'>): boolean {
  return abilities.edit && abilities.remove;
}

/** Whether a group can be moved into this parent (null: the top level). */
export function canMoveTo(
  group: Pick<Group, 'groupId' | 'parentId'>,
  parentId: number | null,
  { list, abilities }: Pick<Groups, 'list' | 'abilities'>,
): boolean {
  if (group.parentId === parentId) return false;
  if (parentId === null) return abilities.addTop;
  return !isWithin(parentId, new Set([group.groupId]), parentsOf(list));
}
