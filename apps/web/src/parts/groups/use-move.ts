import { useQueryClient } from '@tanstack/react-query';
import type { Group } from '@wakeline/contract/entities/group';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { fullName } from '../devices/full-name.ts';
import { useGroups } from '../devices/use-groups.ts';

/** The item to be moved into another group. */
export type MovedItem =
  | { readonly kind: 'tracker'; readonly tracker: Tracker }
  | { readonly kind: 'group'; readonly group: Group };

export function nameOfMovedItem(item: MovedItem): string {
  return item.kind === 'tracker' ? fullName(item.tracker) : item.group.gn;
}

/** Moves a device or a group and shows the result. Null: out of every group, or to the top level. */
export function useMove(): (item: MovedItem, groupId: number | null) => Promise<boolean> {
  const { t } = useTranslation('live');
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const { message } = App.useApp();
  const groups = useGroups().list;
  return async (item, groupId) => {
    const name = nameOfMovedItem(item);
    try {
      if (item.kind === 'tracker') {
        await client.call('editTracker', { trackerId: item.tracker.trackerId, groupId });
      } else {
        await client.call('editGroup', { groupId: item.group.groupId, parentId: groupId });
        await queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'groups'] });
      }
    } catch (error) {
      message.error(errorText(error, language));
      return false;
    }
    const group = groups.find((one) => one.groupId === groupId)?.gn;
    const doneKey = item.kind === 'tracker' ? 'move.doneOut' : 'move.doneTop';
    message.success(group === undefined ? t(doneKey, { name }) : t('move.done', { name, group }));
    return true;
  };
}
