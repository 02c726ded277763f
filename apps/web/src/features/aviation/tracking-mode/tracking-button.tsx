import { IconRadar2 } from '@tabler/icons-react';
import type { WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { TrackingDrawer } from './tracking-drawer.tsx';
import { useTrackingModes } from './use-tracking-modes.ts';

/** Opens the tracking mode of a task. Its icon is coloured while it is on. */
export function TrackingButton({ task }: { readonly task: WatchTask }) {
  const { t } = useTranslation('trackingMode');
  const [open, setOpen] = useState(false);
  const mode = useTrackingModes().modes.get(task.taskId);
  if (!task.abilities.edit && mode === undefined) return null;
  const isOn = mode !== undefined && mode.endedTime === null;
  return (
    <>
      <IconButton
        label={t('ofTask', { name: task.taskName })}
        icon={<IconRadar2 size={18} stroke={1.75} style={isOn ? { color: 'var(--wl-accent)' } : undefined} />}
        onClick={() => setOpen(true)}
      />
      <TrackingDrawer task={task} open={open} onClose={() => setOpen(false)} />
    </>
  );
}
