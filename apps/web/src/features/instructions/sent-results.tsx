import { isFinished } from '@wakeline/contract/tasks';
import { Progress } from 'antd';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Ledger } from '../../parts/instructions/ledger.tsx';
import { PROGRESS_STATUS } from '../../parts/tasks/task-progress-status.ts';
import { useTasks } from '../../parts/tasks/use-tasks.ts';
import { usePhone } from '../../ui/media.ts';
import styles from './instructions.module.css';

/** What one sending has stored: instructions, or a batch task that stores them. */
export interface Sent {
  readonly instructionIds: readonly number[];
  readonly taskProgressId: number | null;
}

/** The results of the instructions that were just sent. */
export function SentResults({ sent }: { readonly sent: Sent }) {
  const { t } = useTranslation('instructions');
  const [page, setPage] = useState({ index: 1, size: 20 });
  const { taskProgressId, instructionIds } = sent;
  const phone = usePhone();
  // On a phone they are below the form.
  const reveal = useCallback(
    (element: HTMLElement | null) => element?.scrollIntoView({ block: phone ? 'start' : 'nearest' }),
    [phone],
  );
  return (
    <section ref={reveal} className={styles.results} aria-label={t('results')}>
      <h2>{t('results')}</h2>
      {taskProgressId !== null && <TaskProgress taskProgressId={taskProgressId} />}
      <Ledger
        label={t('results')}
        name="sent-instructions"
        filter={taskProgressId === null ? { instructionIds: [...instructionIds] } : { taskProgressId }}
        empty={t(taskProgressId === null ? 'noRecords' : 'taskRunning')}
        compact
        page={page}
        onPage={(index, size) => setPage({ index, size })}
      />
    </section>
  );
}

/** The progress of the batch task, until it has stored all instructions. */
function TaskProgress({ taskProgressId }: { readonly taskProgressId: number }) {
  const { data } = useTasks(true);
  const task = data?.list.find((one) => one.taskProgressId === taskProgressId);
  if (task === undefined || (isFinished(task.state) && task.reason === null)) return null;
  return (
    <div role="status">
      <span>{task.name}</span>
      <Progress
        aria-label={task.name}
        percent={Math.floor(task.currentProgress)}
        status={PROGRESS_STATUS[task.state]}
      />
      {task.reason}
    </div>
  );
}
