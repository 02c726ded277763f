import { IconMailOpened, IconTrash } from '@tabler/icons-react';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { useConfirm } from '../../parts/records/use-confirm.ts';
import type { TickedRows } from '../../parts/records/use-ticked-rows.ts';
import { errorText } from '../../service/error-text.ts';
import styles from './notice-list-page.module.css';
import { countNotices, type NoticeSelection, useChangeNotices } from './use-several-notices.ts';

interface NoticeBarProps {
  readonly selected: TickedRows<NoticeSelection>;
  /** Number of notices that match the filter. */
  readonly total: number;
  readonly canRemove: boolean;
}

/** Changes of the ticked notices; hidden without any. */
export function NoticeBar({ selected, total, canRemove }: NoticeBarProps) {
  const { t } = useTranslation('notices');
  const language = useLanguage();
  const { message } = App.useApp();
  const { formatCount } = useFormat();
  const confirm = useConfirm();
  const change = useChangeNotices();
  const { selection } = selected;
  const count = countNotices(selection);
  const values = { count, number: formatCount(count) };
  if (count === 0) return null;

  function markRead(): void {
    change.mutate(
      { change: 'read', selection },
      {
        onSuccess() {
          message.success(t('batch.readDone', values));
          selected.clear();
        },
        onError: (error) => void message.error(errorText(error, language)),
      },
    );
  }

  function remove(): void {
    confirm(
      {
        title: t('batch.deleteTitle', values),
        content: t('batch.deleteText'),
        okText: t('delete'),
        successText: t('batch.deleted', values),
      },
      async () => {
        await change.mutateAsync({ change: 'delete', selection });
        selected.clear();
      },
    );
  }

  return (
    <div className={styles.bar} role="toolbar" aria-label={t('batch.label')}>
      <span role="status">{t('batch.ticked', values)}</span>
      <Button size="small" icon={<IconMailOpened size={16} />} loading={change.isPending} onClick={markRead}>
        {t('batch.read')}
      </Button>
      {canRemove && (
        <Button size="small" danger icon={<IconTrash size={16} />} onClick={remove}>
          {t('batch.delete')}
        </Button>
      )}
      {selected.canSelectAll && (
        <Button type="link" size="small" onClick={selected.selectAll}>
          {t('batch.selectAll', { count: total, number: formatCount(total) })}
        </Button>
      )}
      <Button type="link" size="small" onClick={selected.clear}>
        {t('batch.clear')}
      </Button>
    </div>
  );
}
