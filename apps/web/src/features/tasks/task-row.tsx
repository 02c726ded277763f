import { isFinished, type TaskProgress } from '@wakeline/contract/tasks';
import { Button, Progress, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useServerNow } from '../../live/live-store.ts';
import { PROGRESS_STATUS } from '../../parts/tasks/task-progress-status.ts';
import styles from './task-box.module.css';

interface TaskRowProps {
  readonly task: TaskProgress;
  /** Login of its user; null: the reader's own task. */
  readonly account: string | null;
  /** Null: it is not the reader's to mark. */
  readonly onRead: (() => void) | null;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
  readonly retrying: boolean;
}

export function TaskRow({ task, account, onRead, onCancel, onRetry, retrying }: TaskRowProps) {
  const { t } = useTranslation('tasks');
  const { formatRelativeTime } = useFormat();
  const now = useServerNow(10_000);
  const unread = onRead !== null && isFinished(task.state) && task.isRead === 1;
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
        <span className={styles.details}>
          {t(`state.${task.state}`)} · {t('quantity', { count: task.totalNum })}
          {task.attempt > 1 && ` · ${t('attempt', { number: task.attempt })}`}
          {account !== null && ` · ${account}`}
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
          {task.retryable && (
            <Button
              size="small"
              type="link"
              aria-label={t('retryOf', { name: task.name })}
              loading={retrying}
              onClick={onRetry}
            >
              {t('retry')}
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
