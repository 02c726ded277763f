import { Button, Empty, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { errorText } from '../../service/error-text.ts';
import styles from './notice-box.module.css';
import { NoticeRow } from './notice-row.tsx';
import { useLatestNotices, useMarkAllRead, useOpenNotice } from './use-notices.ts';

interface NoticeBoxProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The latest ten notices. One that is opened is marked read, and its device is shown on the map. */
export function NoticeBox({ open, onClose }: NoticeBoxProps) {
  const { t } = useTranslation('notices');
  const { t: app } = useTranslation('app');
  const language = useLanguage();
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useLatestNotices(open);
  const openNotice = useOpenNotice();
  const markAll = useMarkAllRead();
  const list = data?.list ?? [];

  function show(messageId: number): void {
    openNotice.mutate(messageId, {
      onSuccess({ trackerId }) {
        onClose();
        if (trackerId !== null) navigate(`/?device=${trackerId}`);
      },
    });
  }

  return (
    <section className={styles.box} aria-label={t('title')}>
      <header>
        <h2>{t('title')}</h2>
        <Button
          type="link"
          size="small"
          disabled={list.every(({ isRead }) => isRead === 'READ')}
          loading={markAll.isPending}
          onClick={() => markAll.mutate()}
        >
          {t('markAll')}
        </Button>
      </header>
      {isPending && <Skeleton active className={styles.pad ?? ''} title={false} paragraph={{ rows: 6 }} />}
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
          {list.map((notice) => (
            <li key={notice.messageId}>
              <NoticeRow notice={notice} onOpen={() => show(notice.messageId)} />
            </li>
          ))}
        </ul>
      )}
      <footer>
        <Button
          type="link"
          size="small"
          onClick={() => {
            onClose();
            navigate('/notificationRecord');
          }}
        >
          {t('viewMore')}
        </Button>
      </footer>
    </section>
  );
}
