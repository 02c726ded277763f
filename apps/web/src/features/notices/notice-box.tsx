import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { useLatestNotices, useMarkAllRead, useOpenNotice } from '../../parts/notices/use-notices.ts';
import { LazyNoticeRecording } from '../../parts/recordings/lazy-notice-recording.tsx';
import { errorText } from '../../service/error-text.ts';
import { PopoverList } from '../../ui/popover-list.tsx';
import styles from './notice-box.module.css';
import { NoticeRow } from './notice-row.tsx';
import { useConversationUrl } from './use-conversation-url.ts';

interface NoticeBoxProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The latest ten notices. Opening one marks it read and shows its device on the map. */
export function NoticeBox({ open, onClose }: NoticeBoxProps) {
  const { t } = useTranslation('notices');
  const language = useLanguage();
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = useLatestNotices(open);
  const openNotice = useOpenNotice();
  const markAll = useMarkAllRead();
  const conversationUrlOf = useConversationUrl();
  const list = data?.list ?? [];

  function show(messageId: number): void {
    openNotice.mutate(messageId, {
      onSuccess(notice) {
        onClose();
        const url =
          conversationUrlOf(notice) ?? (notice.trackerId === null ? null : `/?device=${notice.trackerId}`);
        if (url !== null) navigate(url);
      },
    });
  }

  return (
    <PopoverList
      title={t('title')}
      bulkAction={{
        label: t('markAll'),
        disabled: list.every(({ isRead }) => isRead === 'READ'),
        loading: markAll.isPending,
        onClick: () => markAll.mutate(),
      }}
      pending={isPending}
      failure={error && !data ? `${t('failed')}: ${errorText(error, language)}` : null}
      onRetry={() => void refetch()}
      empty={data && list.length === 0 ? t('none') : null}
      footer={
        <footer className={styles.foot}>
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
      }
    >
      {list.length > 0 && (
        <ul>
          {list.map((notice) => (
            <li key={notice.messageId}>
              <NoticeRow notice={notice} onOpen={() => show(notice.messageId)} />
              {notice.recordingId !== null && notice.trackerId !== null && (
                <div className={styles.recording}>
                  <LazyNoticeRecording trackerId={notice.trackerId} recordingId={notice.recordingId} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </PopoverList>
  );
}
