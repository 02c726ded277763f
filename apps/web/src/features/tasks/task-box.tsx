import { LIMITS } from '@wakeline/contract/limits';
import { hasEnded, type TaskProgress } from '@wakeline/contract/tasks';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useCancelTask, useMarkRead, useTasks } from '../../parts/tasks/use-tasks.ts';
import { errorText } from '../../service/error-text.ts';
import { ListBox } from '../../ui/list-box.tsx';
import styles from './task-box.module.css';
import { TaskRow } from './task-row.tsx';

/** Work that the server does on its own: how far it is, and what came of it. */
export function TaskBox({ open }: { readonly open: boolean }) {
  const { t } = useTranslation('tasks');
  const language = useLanguage();
  const { data, error, isPending, refetch } = useTasks(open);
  const markRead = useMarkRead();
  const list = data?.list ?? [];
  const unread = list.some(({ isRead, state }) => isRead === 1 && hasEnded(state));
  const cancel = useCancelTask();
  const { modal } = App.useApp();

  function askCancel({ taskProgressId, name }: TaskProgress): void {
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
    <ListBox
      title={t('title')}
      forAll={{
        label: t('markAll'),
        disabled: !unread,
        loading: markRead.isPending && markRead.variables === 'all',
        onClick: () => markRead.mutate('all'),
      }}
      pending={isPending}
      failure={error && !data ? `${t('failed')}: ${errorText(error, language)}` : null}
      onRetry={() => void refetch()}
      empty={data && list.length === 0 ? t('none') : null}
      foot={<p className={styles.note}>{t('kept', { count: LIMITS.taskDays })}</p>}
    >
      {list.length > 0 && (
        <ul>
          {list.map((task) => (
            <TaskRow
              key={task.taskProgressId}
              task={task}
              onRead={() => markRead.mutate(task.taskProgressId)}
              onCancel={() => askCancel(task)}
            />
          ))}
        </ul>
      )}
    </ListBox>
  );
}
