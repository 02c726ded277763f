import { IconChecklist } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useUnread } from '../../parts/notices/use-notices.ts';
import { hideTaskTooltip, useTaskTooltip } from '../../parts/tasks/task-tooltip.ts';
import { PopoverButton } from '../../ui/popover-button.tsx';
import { TaskBox } from './task-box.tsx';

interface TaskButtonProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** The icon of batch tasks in the header, with the number of finished tasks not marked read. */
export function TaskButton({ open, onOpen }: TaskButtonProps) {
  const { t } = useTranslation('tasks');
  const { taskCount } = useUnread();
  const started = useTaskTooltip(({ visible }) => visible);
  return (
    <PopoverButton
      label={t('open', { count: taskCount })}
      icon={<IconChecklist size={20} stroke={1.75} />}
      count={taskCount}
      open={open}
      onOpenChange={(next) => {
        hideTaskTooltip();
        onOpen(next);
      }}
      hint={started ? t('started') : null}
    >
      <TaskBox open={open} />
    </PopoverButton>
  );
}
