import { isFinished, type TaskProgress } from '@wakeline/contract/tasks';
import { Button, Progress, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useServerNow } from '../../live/live-store.ts';
import { PROGRESS_STATUS } from '../../parts/tasks/task-progress-status.ts';
import styles from './task-box.module.css';

interface TaskRowProps {
  readonly task: TaskProgress;
  readonly onRead: () => void;
  readonly onCancel: () => void;
}

export function TaskRow({ task, onRead, onCancel }: TaskRowProps) {
  const { t } = useTranslation('tasks');
  const { formatRelativeTime } = useFormat();
  const now = useServerNow(10_000);
  const unread = isFinished(task.state) && task.isRead === 1;
  const percent = Math.floor(task.currentProgress);
  return (
    <li className={styles.row} data-unread={unread}>
      <span className={styles.head}>
        <strong title={task.name}>{task.name}</strong>
        <Tooltip title={task.createdTimeStr}>
          <time dateTime={new Date(task.createdTime).toISOString()}>
            {formatRelativeTime(task.createdTime, now)}
          </time>
        </Tooltip>
      </span>
      <Progress
        aria-label={t('progress', { name: task.name })}
        percent={percent}
        size="small"
        status={PROGRESS_STATUS[task.state]}
      />
      {task.reason !== null && <span className={styles.reason}>{task.reason}</span>}
      <span className={styles.foot}>
        <span>
          {t(`state.${task.state}`)} · {t('quantity', { count: task.totalNum })}
        </span>
        <span className={styles.actions}>
          {task.url !== null && (
            <Button size="small" type="link" href={task.url} download onClick={() => unread && onRead()}>
              {t('result')}
            </Button>
          )}
          {task.cancellable && (
            <Button
              size="small"
              type="link"
              aria-label={t('cancelOf', { name: task.name })}
              onClick={onCancel}
            >
              {t('cancel')}
            </Button>
          )}
          {unread && (
            <Button size="small" type="link" onClick={onRead}>
              {t('markRead')}
            </Button>
          )}
        </span>
      </span>
    </li>
  );
}
