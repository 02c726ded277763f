import type { Notice } from '@wakeline/contract/entities/notice';
import type { NoticeType } from '@wakeline/domain/notice-type';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { useNow } from '../../ui/use-now.ts';
import styles from './notice-box.module.css';

/** Notices that call for help stand out from those that only tell. */
const GRAVE: ReadonlySet<NoticeType> = new Set(['SOS', 'TEARDOWN', 'OUTAGE']);

export function isGrave(type: NoticeType): boolean {
  return GRAVE.has(type);
}

export function NoticeRow({ notice, onOpen }: { readonly notice: Notice; readonly onOpen: () => void }) {
  const { t } = useTranslation('notices');
  const { ago } = useFormat();
  const now = useNow(10_000);
  const unread = notice.isRead === 'UNREAD';
  return (
    <button
      type="button"
      className={styles.row}
      data-unread={unread}
      data-grave={isGrave(notice.msgType)}
      onClick={onOpen}
    >
      <span className={styles.mark} aria-hidden />
      <span className={styles.head}>
        <strong>{t(`type.${notice.msgType}`)}</strong>
        {unread && <span className="visually-hidden">{t('unread')}</span>}
        <Tooltip title={notice.createTimeStr}>
          <time dateTime={new Date(notice.createTime).toISOString()}>{ago(notice.createTime, now)}</time>
        </Tooltip>
      </span>
      <span className={styles.name}>{notice.trackerName}</span>
      <span className={styles.content}>{notice.content}</span>
    </button>
  );
}
