import type { Tracker } from '@wakeline/contract/entities/tracker';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../../../parts/records/use-confirm.ts';
import { showTaskTooltip } from '../../../../parts/tasks/task-tooltip.ts';
import { useClient } from '../../../../service/client.ts';
import { useReloadDevices } from './use-device-page.ts';

/** Deletes a device after a confirmation; then runs `onRemoved`. */
export function useRemoveDevice(
  onRemoved?: () => void,
): (device: Pick<Tracker, 'trackerId' | 'trackerName'>) => void {
  const { t } = useTranslation('trackers');
  const client = useClient();
  const confirm = useConfirm();
  const reload = useReloadDevices();
  return ({ trackerId, trackerName: name }) =>
    confirm(
      {
        title: t('removeTitle', { name }),
        content: t('removeText'),
        okText: t('remove'),
        successText: t('removed', { name }),
      },
      async () => {
        await client.call('removeTracker', { trackerId });
        // The history is erased in the background.
        showTaskTooltip();
        onRemoved?.();
        await reload();
      },
    );
}
