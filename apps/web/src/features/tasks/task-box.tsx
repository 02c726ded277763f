import { LIMITS } from '@wakeline/contract/limits';
import { isFinished, type TaskProgress } from '@wakeline/contract/tasks';
import { App, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import {
  useAccountTasks,
  useCancelTask,
  useMarkTaskRead,
  useRetryTask,
  useTasks,
} from '../../parts/tasks/use-tasks.ts';
import { errorText } from '../../service/error-text.ts';
import { useSession } from '../../service/session.ts';
import { PopoverList } from '../../ui/popover-list.tsx';
import styles from './task-box.module.css';
import { TaskRow } from './task-row.tsx';

const VIEWS = ['user', 'account'] as const;
type View = (typeof VIEWS)[number];

/** Batch tasks of the user with their progress and results; for administrators also those of all users. */
export function TaskBox({ open }: { readonly open: boolean }) {
  const { t } = useTranslation('tasks');
  const language = useLanguage();
  const { abilities } = useSession();
  const [view, setView] = useState<View>('user');
  const own = useTasks(open && view === 'user');
  const all = useAccountTasks(open && view === 'account');
  const { data, error, isPending, refetch } = view === 'user' ? own : all;
  const markRead = useMarkTaskRead();
  const list: readonly (TaskProgress & { readonly account?: string | null })[] = data?.list ?? [];
  const unread = view === 'user' && list.some(({ isRead, state }) => isRead === 1 && isFinished(state));
  const cancel = useCancelTask(view);
  const retry = useRetryTask();
  const { modal } = App.useApp();

  function confirmCancel({ taskProgressId, name }: TaskProgress): void {
    modal.confirm({
      title: t('cancelTitle', { name }),
      content: t('cancelAsk'),
      okText: t('cancelYes'),
      okButtonProps: { danger: true },
      cancelText: t('cancelNo'),
      onOk: () => cancel.mutate(taskProgressId),
    });
  }

  const views = (
    <div className={styles.views}>
      <Segmented
        block
        size="small"
        aria-label={t('view.label')}
        value={view}
        onChange={setView}
        options={VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
      />
    </div>
  );
  return (
    <PopoverList
      title={t('title')}
      bulkAction={{
        label: t('markAll'),
        disabled: !unread,
        loading: markRead.isPending && markRead.variables === 'all',
        onClick: () => markRead.mutate('all'),
      }}
      toolbar={abilities.accountTasks ? views : null}
      pending={isPending}
      failure={error && !data ? `${t('failed')}: ${errorText(error, language)}` : null}
      onRetry={() => void refetch()}
      empty={data && list.length === 0 ? t('none') : null}
      footer={<p className={styles.note}>{t('kept', { count: LIMITS.taskDays })}</p>}
    >
      {list.length > 0 && (
        <ul>
          {list.map((task) => (
            <TaskRow
              key={task.taskProgressId}
              task={task}
              account={task.account ?? null}
              onRead={view === 'user' ? () => markRead.mutate(task.taskProgressId) : null}
              onCancel={() => confirmCancel(task)}
              onRetry={() => retry.mutate(task.taskProgressId)}
              retrying={retry.isPending && retry.variables === task.taskProgressId}
            />
          ))}
        </ul>
      )}
    </PopoverList>
  );
}
