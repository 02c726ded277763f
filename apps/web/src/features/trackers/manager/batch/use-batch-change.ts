import { useMutation } from '@tanstack/react-query';
import { type DeviceSelection, toSelectionPayload } from '../../../../parts/devices/device-selection.ts';
import { showTaskTooltip } from '../../../../parts/tasks/task-tooltip.ts';
import { useClient } from '../../../../service/client.ts';
import { useReloadDevices } from '../devices/use-device-page.ts';
import type { BatchChange } from './batch-values.ts';

interface Request {
  readonly selection: DeviceSelection;
  readonly change: BatchChange | { readonly kind: 'delete' };
}

/** Changes or deletes the selected devices, all or none, and returns their number. */
export function useBatchChange() {
  const client = useClient();
  const reload = useReloadDevices();
  return useMutation({
    async mutationFn({ selection, change }: Request): Promise<number> {
      const selected = toSelectionPayload(selection);
      switch (change.kind) {
        case 'group-icon':
          return (await client.call('batchEditGroupAndIcon', { ...selected, ...change.change })).count;
        case 'fields':
          return (await client.call('batchEditTrackers', { ...selected, change: change.change })).count;
        case 'delete':
          return (await client.call('batchRemoveTracker', selected)).count;
      }
    },
    onSuccess(_count, { change }) {
      // The histories are erased in the background.
      if (change.kind === 'delete') showTaskTooltip();
    },
    onSettled: reload,
  });
}
