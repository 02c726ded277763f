import { useQueryClient } from '@tanstack/react-query';
import type { Group } from '@wakeline/contract/entities/group';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { useGroups } from '../devices/use-groups.ts';
import { useConfirm } from '../records/use-confirm.ts';
import { showTaskTooltip } from '../tasks/task-tooltip.ts';
import { describeRemoval, fetchGroupContents } from './group-contents.ts';

export interface Removal {
  removeTracker(tracker: Tracker): void;
  removeGroup(group: Group): Promise<void>;
}

/** Asks for confirmation, as specified, before deleting a device or a group, and shows the result. */
export function useRemoval(): Removal {
  const { t } = useTranslation('trackers');
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const groups = useGroups().list;

  const confirmRemoval = (
    title: string,
    content: string,
    successText: string,
    remove: () => Promise<unknown>,
  ) => confirm({ title, content, okText: t('remove'), successText }, remove);

  return {
    removeTracker({ trackerId, trackerName: name }) {
      confirmRemoval(t('removeTitle', { name }), t('removeText'), t('removed', { name }), async () => {
        await client.call('removeTracker', { trackerId });
        // The history is erased in the background.
        showTaskTooltip();
      });
    },
    async removeGroup({ groupId, parentId, gn: name }) {
      const parent = groups.find((group) => group.groupId === parentId)?.gn;
      let text: string;
      try {
        text = describeRemoval(await fetchGroupContents(client, queryClient, groupId), parent, t);
      } catch (error) {
        // The confirmation must list what is deleted with it.
        message.error(errorText(error, language));
        return;
      }
      confirmRemoval(t('groupRemoveTitle', { name }), text, t('groupRemoved', { name }), async () => {
        await client.call('deleteGroup', { groupId });
        await queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'groups'] });
      });
    },
  };
}
