import { LIMITS } from '@wakeline/contract/limits';
import { Button, Empty, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import styles from './task-box.module.css';
import { TaskRow } from './task-row.tsx';
import { useMarkRead, useTasks } from './use-tasks.ts';

/** Work that the server does on its own: how far it is, and what came of it. */
export function TaskBox({ open }: { readonly open: boolean }) {
  const { t } = useTranslation('tasks');
  const { t: app } = useTranslation('app');
  const language = useLanguage();
  const { data, error, isPending, refetch } = useTasks(open);
  const markRead = useMarkRead();
  const list = data?.list ?? [];
  const unread = list.some(({ isRead, state }) => isRead === 1 && (state === 'done' || state === 'failed'));
  return (
    <section className={styles.box} aria-label={t('title')}>
      <header>
        <h2>{t('title')}</h2>
        <Button
          type="link"
          size="small"
          disabled={!unread}
          loading={markRead.isPending && markRead.variables === 'all'}
          onClick={() => markRead.mutate('all')}
        >
          {t('markAll')}
        </Button>
      </header>
      {isPending && <Skeleton active className={styles.pad ?? ''} title={false} paragraph={{ rows: 4 }} />}
      {error && !data && (
        <div className={styles.pad} role="alert">
          <p>{`${t('failed')}: ${errorText(error, language)}`}</p>
          <Button size="small" onClick={() => refetch()}>
            {app('action.retry')}
          </Button>
        </div>
      )}
      {data && list.length === 0 && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('none')} className={styles.pad ?? ''} />
      )}
      {list.length > 0 && (
        <ul>
          {list.map((task) => (
            <TaskRow
              key={task.taskProgressId}
              task={task}
              onRead={() => markRead.mutate(task.taskProgressId)}
            />
          ))}
        </ul>
      )}
      <p className={styles.note}>{t('kept', { count: LIMITS.taskDays })}</p>
    </section>
  );
}
