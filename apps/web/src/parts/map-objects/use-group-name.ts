import { useTranslation } from 'react-i18next';
import { flattenGroupTree } from '../devices/group-tree.ts';
import { useGroups } from '../devices/use-groups.ts';

/** The path of a group: its name with those of its ancestors. */
export function useGroupName(): (groupId: number | null) => string {
  const { t } = useTranslation('mapObjects');
  const groups = useGroups();
  return (groupId) =>
    flattenGroupTree(groups.list).find((group) => group.groupId === groupId)?.path ?? t('ungrouped');
}
