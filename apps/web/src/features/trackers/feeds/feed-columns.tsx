import type { Feed } from '@wakeline/contract/trackers/feeds';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useServerNow } from '../../../live/live-store.ts';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import { FeedState } from './feed-state.tsx';
import styles from './feeds.module.css';

/** The columns of the table of feeds. */
export function useFeedColumns(): readonly RecordColumn<Feed>[] {
  const { t } = useTranslation('feeds');
  const { formatCount, formatRelativeTime, formatDateTime } = useFormat();
  const now = useServerNow(3_000);
  const count = (value: number | undefined) => (
    <span className={styles.number}>{value === undefined ? '' : formatCount(value)}</span>
  );
  return [
    {
      key: 'feedName',
      title: t('column.feedName'),
      render: ({ feedName }) => <span title={feedName}>{feedName}</span>,
    },
    {
      key: 'kind',
      title: t('column.kind'),
      width: 190,
      optional: true,
      render: ({ kind }) => t(`kind.${kind}`),
    },
    {
      key: 'state',
      title: t('column.state'),
      width: 260,
      render: ({ status }) => <FeedState status={status} />,
    },
    {
      key: 'rate',
      title: t('column.rate'),
      width: 120,
      optional: true,
      render: ({ status }) => <span className={styles.number}>{status?.messagesPerSecond.toFixed(1)}</span>,
    },
    {
      key: 'objects',
      title: t('column.objects'),
      width: 100,
      optional: true,
      render: ({ status }) => count(status?.objects),
    },
    {
      key: 'bound',
      title: t('column.bound'),
      width: 100,
      optional: true,
      render: ({ status }) => count(status?.bound),
    },
    {
      key: 'lastMessage',
      title: t('column.lastMessage'),
      width: 140,
      optional: true,
      render: ({ status }) =>
        status?.lastMessage == null ? (
          <span className={styles.muted}>{t('never')}</span>
        ) : (
          <span title={formatDateTime(status.lastMessage)}>
            {formatRelativeTime(status.lastMessage, now)}
          </span>
        ),
    },
  ];
}
