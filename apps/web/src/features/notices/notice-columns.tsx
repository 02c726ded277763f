import type { Notice } from '@wakeline/contract/entities/notice';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { HandlingTag } from '../../parts/alarms/handling-tag.tsx';
import { isCritical } from '../../parts/notices/notice-text.ts';
import type { RecordColumn } from '../../parts/records/record-table.tsx';
import styles from './notice-list-page.module.css';

/** The columns of the notices. The first one opens the details. */
export function useNoticeColumns(onOpen: (messageId: number) => void): readonly RecordColumn<Notice>[] {
  const { t } = useTranslation('notices');
  const { formatCoordinates } = useFormat();
  return [
    {
      key: 'type',
      title: t('column.type'),
      width: 150,
      render: (notice) => (
        <Button
          type="link"
          size="small"
          danger={isCritical(notice.msgType)}
          className={styles.open ?? ''}
          data-unread={notice.isRead === 'UNREAD'}
          aria-label={t('details', { type: t(`type.${notice.msgType}`), device: notice.trackerName || '—' })}
          onClick={() => onOpen(notice.messageId)}
        >
          {t(`type.${notice.msgType}`)}
        </Button>
      ),
    },
    {
      key: 'device',
      title: t('column.device'),
      width: 180,
      render: ({ trackerName }) => <span title={trackerName}>{trackerName || '—'}</span>,
    },
    {
      key: 'imei',
      title: 'IMEI',
      width: 160,
      optional: true,
      initiallyHidden: true,
      render: ({ imei }) => imei || '—',
    },
    {
      key: 'content',
      title: t('column.content'),
      render: ({ content }) => <span title={content}>{content}</span>,
    },
    {
      key: 'handling',
      title: t('column.handling'),
      width: 210,
      optional: true,
      render: ({ handling }) => (handling === null ? '—' : <HandlingTag handling={handling} />),
    },
    {
      key: 'read',
      title: t('column.read'),
      width: 120,
      optional: true,
      render: (notice) => t(notice.isRead === 'READ' ? 'read' : 'unread'),
    },
    {
      key: 'place',
      title: t('column.place'),
      width: 200,
      optional: true,
      initiallyHidden: true,
      render: ({ location }) =>
        location === null ? '—' : formatCoordinates(location.latitude, location.longitude),
    },
    { key: 'time', title: t('column.time'), width: 180, render: ({ createTimeStr }) => createTimeStr },
  ];
}
