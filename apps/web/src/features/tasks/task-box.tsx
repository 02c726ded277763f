import { LIMITS } from '@wakeline/contract/limits';
import { isFinished, type TaskProgress } from '@wakeline/contract/tasks';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useCancelTask, useMarkTaskRead, useTasks } from '../../parts/tasks/use-tasks.ts';
import { errorText } from '../../service/error-text.ts';
import { PopoverList } from '../../ui/popover-list.tsx';
import styles from './task-box.module.css';
import { TaskRow } from './task-row.tsx';

/** Batch tasks of the server with their progress and results. */
export function TaskBox({ open }: { readonly open: boolean }) {
  const { t } = useTranslation('tasks');
  const language = useLanguage();
  const { data, error, isPending, refetch } = useTasks(open);
  const markRead = useMarkTaskRead();
  const list = data?.list ?? [];
  const unread = list.some(({ isRead, state }) => isRead === 1 && isFinished(state));
  const cancel = useCancelTask();
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

  return (
    <PopoverList
      title={t('title')}
      bulkAction={{
        label: t('markAll'),
        disabled: !unread,
        loading: markRead.isPending && markRead.variables === 'all',
        onClick: () => markRead.mutate('all'),
      }}
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
              onRead={() => markRead.mutate(task.taskProgressId)}
              onCancel={() => confirmCancel(task)}
            />
          ))}
        </ul>
      )}
    </PopoverList>
  );
}
