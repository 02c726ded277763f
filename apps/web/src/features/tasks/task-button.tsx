import { IconChecklist } from '@tabler/icons-react';
import { Badge, Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import { useUnread } from '../notices/use-notices.ts';
import { TaskBox } from './task-box.tsx';

interface TaskButtonProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/** The batch tasks' icon in the header, with the number of finished ones that have not been read. */
export function TaskButton({ open, onOpen }: TaskButtonProps) {
  const { t } = useTranslation('tasks');
  const { taskCount } = useUnread();
  return (
    <Popover
      open={open}
      onOpenChange={onOpen}
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      styles={{ container: { padding: 0 } }}
      content={<TaskBox open={open} />}
    >
      <span>
        <IconButton
          label={t('open', { count: taskCount })}
          tip={!open}
          aria-expanded={open}
          icon={
            <Badge count={taskCount} size="small" overflowCount={99} offset={[0, 2]}>
              <IconChecklist size={20} stroke={1.75} />
            </Badge>
          }
        />
      </span>
    </Popover>
  );
}
