import { useQueryClient } from '@tanstack/react-query';
import { isFinished } from '@wakeline/contract/tasks';
import { Alert, Button, Progress } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { USER_QUERIES } from '../../service/session.ts';
import { PROGRESS_STATUS } from '../tasks/task-progress-status.ts';
import { useCancelTask, useMarkTaskRead, useTasks } from '../tasks/use-tasks.ts';
import styles from './sheet-import.module.css';

interface ImportProgressProps {
  readonly taskProgressId: number;
  /** Starts over with a corrected file. */
  readonly onAgain: () => void;
  /** Called when the task has ended. */
  readonly onEnd: () => void;
}

/** Progress of the started import, then its outcome with the sheet of the rows that failed. Both are also in the task box. */
export function ImportProgress({ taskProgressId, onAgain, onEnd }: ImportProgressProps) {
  const { t } = useTranslation('sheetImport');
  const queries = useQueryClient();
  const { data } = useTasks(true);
  const { mutate: markRead } = useMarkTaskRead();
  const cancel = useCancelTask();
  const task = data?.list.find((one) => one.taskProgressId === taskProgressId);
  const state = task?.state ?? 'waiting';
  const isListed = task !== undefined;
  // A task list requested before the start does not contain the task.
  useEffect(() => {
    if (!isListed) void queries.invalidateQueries({ queryKey: [USER_QUERIES, 'tasks'] });
  }, [isListed, queries]);
  const hasEnded = isFinished(state);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end of the task matters, not a new function of the parent
  useEffect(() => {
    if (hasEnded) onEnd();
  }, [hasEnded]);

  return (
    <div className={styles.stack}>
      <div role="status">
        <Progress
          percent={Math.floor(task?.currentProgress ?? 0)}
          status={PROGRESS_STATUS[state]}
          aria-label={t('progress')}
        />
        {t(`state.${state}`)}
      </div>
      {!hasEnded && <p className={styles.note}>{t('working')}</p>}
      {task?.cancellable && (
        <div>
          <Button loading={cancel.isPending} onClick={() => cancel.mutate(taskProgressId)}>
            {t('cancel')}
          </Button>
        </div>
      )}
      {state === 'failed' && <Alert type="error" showIcon title={task?.reason ?? t('failedUnknown')} />}
      {state === 'done' && (
        <Alert type={task?.url ? 'warning' : 'success'} showIcon title={task?.name ?? ''} />
      )}
      {task?.url && <p className={styles.note}>{t('correct')}</p>}
      <div className={styles.buttons}>
        {task?.url && (
          <Button type="primary" href={task.url} download onClick={() => markRead(taskProgressId)}>
            {t('failureSheet')}
          </Button>
        )}
        {hasEnded && <Button onClick={onAgain}>{t('again')}</Button>}
      </div>
    </div>
  );
}
