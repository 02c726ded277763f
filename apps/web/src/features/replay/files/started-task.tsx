import { useQueryClient } from '@tanstack/react-query';
import { isFinished, type TaskProgress } from '@wakeline/contract/tasks';
import { Alert, Button, Progress } from 'antd';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { PROGRESS_STATUS } from '../../../parts/tasks/task-progress-status.ts';
import { useMarkTaskRead, useTasks } from '../../../parts/tasks/use-tasks.ts';
import { USER_QUERIES } from '../../../service/session.ts';
import styles from './replay-files.module.css';

interface StartedTaskProps {
  readonly taskProgressId: number;
  /** Displayed while the task runs: the dialog may be closed, and where to find the task. */
  readonly progressHint: string;
  /** Label of the download button. */
  readonly downloadLabel: string;
  /** Called once when the task has completed successfully. */
  readonly onDone?: () => void;
  /** Displayed below when done. */
  readonly children?: ReactNode;
}

/** Progress and result file of a batch task started in a dialog. Both are also in the task box. */
export function StartedTask({
  taskProgressId,
  progressHint,
  downloadLabel,
  onDone,
  children,
}: StartedTaskProps) {
  const { t } = useTranslation('replayTools');
  const queries = useQueryClient();
  const { data } = useTasks(true);
  const { mutate: markRead } = useMarkTaskRead();
  const task = data?.list.find((one) => one.taskProgressId === taskProgressId);
  const isListed = task !== undefined;
  // A task list requested before the start does not contain the task.
  useEffect(() => {
    if (!isListed) void queries.invalidateQueries({ queryKey: [USER_QUERIES, 'tasks'] });
  }, [isListed, queries]);

  const reported = useRef(false);
  const latest = useRef(onDone);
  latest.current = onDone;
  const state = task?.state;
  useEffect(() => {
    if (state !== 'done' || reported.current) return;
    reported.current = true;
    latest.current?.();
  }, [state]);

  return (
    <div className={styles.stack}>
      <div role="status" aria-label={t('task.title')}>
        <Progress
          percent={Math.floor(task?.currentProgress ?? 0)}
          status={PROGRESS_STATUS[task?.state ?? 'waiting']}
          aria-label={t('task.progress')}
        />
        {t(`task.${task?.state ?? 'waiting'}`)}
      </div>
      {(state === undefined || !isFinished(state)) && <p className={styles.note}>{progressHint}</p>}
      {state === 'failed' && <Alert type="error" showIcon title={task?.reason ?? t('task.unknown')} />}
      {state === 'done' && children}
      <ResultButton task={task} label={downloadLabel} onFetch={() => markRead(taskProgressId)} />
    </div>
  );
}

interface ResultButtonProps {
  readonly task: TaskProgress | undefined;
  readonly label: string;
  readonly onFetch: () => void;
}

function ResultButton({ task, label, onFetch }: ResultButtonProps) {
  if (task?.url == null) return null;
  return (
    <div>
      <Button href={task.url} download onClick={onFetch}>
        {label}
      </Button>
    </div>
  );
}
