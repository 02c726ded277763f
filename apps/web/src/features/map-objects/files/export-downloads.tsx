import { App } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useMarkTaskRead, useTasks } from '../../../parts/tasks/use-tasks.ts';
import { usePendingExports } from './use-export.ts';

/** Downloads pending exports once they are finished. After leaving the screen they are available in the task box. */
export function ExportDownloads() {
  const { t } = useTranslation('mapObjects');
  const { message } = App.useApp();
  const ids = usePendingExports((state) => state.ids);
  const { data } = useTasks(ids.length > 0);
  const { mutate: markRead } = useMarkTaskRead();

  useEffect(() => {
    for (const task of data?.list ?? []) {
      const { taskProgressId: id, state, url, reason } = task;
      if (!ids.includes(id) || (state !== 'done' && state !== 'failed')) continue;
      usePendingExports.setState(({ ids: previous }) => ({
        ids: previous.filter((pendingId) => pendingId !== id),
      }));
      if (state === 'failed' || url === null) {
        message.error(reason ?? t('export.failed', { name: task.name }));
        continue;
      }
      const link = document.createElement('a');
      link.href = url;
      link.download = '';
      link.click();
      markRead(id);
      message.success(t('export.done', { name: task.name }));
    }
  }, [data, ids, message, markRead, t]);

  useEffect(() => () => usePendingExports.setState({ ids: [] }), []);
  return null;
}
