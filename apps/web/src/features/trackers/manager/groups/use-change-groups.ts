import { useMutation } from '@tanstack/react-query';
import type { Group } from '@wakeline/contract/entities/group';
import type { GroupDevices } from '@wakeline/contract/trackers/groups';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../../i18n/i18n.ts';
import { showTaskTooltip } from '../../../../parts/tasks/task-tooltip.ts';
import { useClient } from '../../../../service/client.ts';
import { errorText } from '../../../../service/error-text.ts';
import { useReloadDevices } from '../devices/use-device-page.ts';

interface Removal {
  readonly group: Group;
  readonly devices: GroupDevices;
  /** With `group`: where the devices move. */
  readonly targetId?: number;
}

/** Deletion and merging of groups; both show the result, and load devices and groups again. */
export function useChangeGroups() {
  const { t } = useTranslation('deviceGroups');
  const { t: tTrackers } = useTranslation('trackers');
  const language = useLanguage();
  const { message } = App.useApp();
  const client = useClient();
  const reload = useReloadDevices();
  const onError = (error: Error) => void message.error(errorText(error, language));
  const remove = useMutation({
    mutationFn: ({ group: { groupId, cn }, devices, targetId }: Removal) =>
      client.call('deleteGroup', {
        groupId,
        devices,
        ...(targetId === undefined ? {} : { targetId }),
        // What the user confirmed: the server refuses if it has changed.
        ...(devices === 'remove' ? { count: cn } : {}),
      }),
    onSuccess(_result, { group, devices }) {
      message.success(tTrackers('groupRemoved', { name: group.gn }));
      // The histories of its devices are erased in the background.
      if (devices === 'remove' && group.cn > 0) showTaskTooltip();
    },
    onError,
    onSettled: reload,
  });
  const merge = useMutation({
    mutationFn: ({ group, targetId }: { readonly group: Group; readonly targetId: number }) =>
      client.call('mergeGroups', { groupId: group.groupId, targetId }),
    onSuccess: (_result, { group }) => void message.success(t('merged', { name: group.gn })),
    onError,
    onSettled: reload,
  });
  return { remove, merge };
}
