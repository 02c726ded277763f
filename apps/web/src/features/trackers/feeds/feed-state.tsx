import type { Feed } from '@wakeline/contract/trackers/feeds';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { useServerNow } from '../../../live/live-store.ts';
import styles from './feeds.module.css';

const COLORS = {
  off: 'default',
  waiting: 'default',
  connecting: 'processing',
  connected: 'success',
  failed: 'error',
} as const;

/** The connection of a feed: its state, since when, and the last error by name. */
export function FeedState({ status }: { readonly status: Feed['status'] }) {
  const { t } = useTranslation('feeds');
  const { formatSpan, formatDateTime } = useFormat();
  const now = useServerNow(3_000);
  if (status === null) return <span className={styles.muted}>{t('elsewhere')}</span>;
  return (
    <span className={styles.state}>
      <Tag color={COLORS[status.state]}>{t(`state.${status.state}`)}</Tag>
      <span className={styles.muted} title={formatDateTime(status.since)}>
        {status.error === null
          ? t('duration', { span: formatSpan(Math.max(0, now - status.since)) })
          : t(`error.${status.error}`)}
      </span>
    </span>
  );
}
