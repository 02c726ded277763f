import type { Notice } from '@wakeline/contract/entities/notice';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useServerNow } from '../../live/live-store.ts';
import { getNoticeDetail, isCritical } from '../../parts/notices/notice-text.ts';
import styles from './notice-box.module.css';

export function NoticeRow({ notice, onOpen }: { readonly notice: Notice; readonly onOpen: () => void }) {
  const { t } = useTranslation('notices');
  const { formatRelativeTime } = useFormat();
  const now = useServerNow(10_000);
  const detail = getNoticeDetail(notice);
  const unread = notice.isRead === 'UNREAD';
  return (
    <button
      type="button"
      className={styles.row}
      data-unread={unread}
      data-critical={isCritical(notice.msgType)}
      onClick={onOpen}
    >
      <span className={styles.dot} aria-hidden />
      <span className={styles.head}>
        <strong>{t(`type.${notice.msgType}`)}</strong>
        {unread && <span className="visually-hidden">{t('unread')}</span>}
        <Tooltip title={notice.createTimeStr}>
          <time dateTime={new Date(notice.createTime).toISOString()}>
            {formatRelativeTime(notice.createTime, now)}
          </time>
        </Tooltip>
      </span>
      <span className={styles.name}>{notice.trackerName}</span>
      {detail !== null && <span className={styles.content}>{detail}</span>}
    </button>
  );
}
