import type { Notice } from '@wakeline/contract/entities/notice';
import { Alert, Button, Drawer, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useFormat } from '../../format/use-format.ts';
import { useLanguage } from '../../i18n/i18n.ts';
import { serverNow } from '../../live/live-store.ts';
import { buildMapPositionUrl } from '../../parts/addresses/map-position-url.ts';
import { buildReplayUrlAt } from '../../parts/addresses/single-replay-url.ts';
import { AlarmActions } from '../../parts/alarms/alarm-actions.tsx';
import { AlarmHistory } from '../../parts/alarms/alarm-history.tsx';
import { HandlingTag } from '../../parts/alarms/handling-tag.tsx';
import { useAlarm } from '../../parts/alarms/use-alarm.ts';
import { useNotice } from '../../parts/notices/use-notices.ts';
import { LazyNoticeRecording } from '../../parts/recordings/lazy-notice-recording.tsx';
import { errorText } from '../../service/error-text.ts';
import styles from './notice-list-page.module.css';
import { useConversationUrl } from './use-conversation-url.ts';

interface NoticeDrawerProps {
  /** Undefined: closed. */
  readonly messageId: number | undefined;
  readonly onClose: () => void;
}

/** A report that arrived this much later, in milliseconds, has its own time shown. */
const LATE_MS = 60_000;

/** Everything about one notice, and the handling of an alarm. */
export function NoticeDrawer({ messageId, onClose }: NoticeDrawerProps) {
  const { t } = useTranslation('notices');
  return (
    <Drawer
      open={messageId !== undefined}
      onClose={onClose}
      title={t('detailTitle')}
      size={520}
      destroyOnHidden
    >
      {messageId !== undefined && <NoticeDetails key={messageId} messageId={messageId} />}
    </Drawer>
  );
}

type DisplayedNotice = Pick<
  Notice,
  'msgType' | 'trackerId' | 'trackerName' | 'createTime' | 'createTimeStr' | 'location'
> &
  Partial<
    Pick<Notice, 'content' | 'address' | 'eventTime' | 'eventTimeStr' | 'recordingId' | 'satelliteMessageId'>
  >;

function NoticeDetails({ messageId }: { readonly messageId: number }) {
  const { t } = useTranslation('notices');
  const language = useLanguage();
  const notice = useNotice(messageId);
  // The history of an alarm outlives its notice.
  const alarm = useAlarm(messageId, notice.isError || (notice.isSuccess && notice.data.handling !== null));
  const details: DisplayedNotice | undefined = notice.data ?? alarm.data;
  const failure = notice.error ?? null;
  const hasAlarm = notice.data === undefined || notice.data.handling !== null;
  if (details === undefined) {
    if (failure === null || alarm.isPending) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
    return <Alert type="error" showIcon title={errorText(failure, language)} />;
  }
  return (
    <div className={styles.details}>
      {failure !== null && <Alert type="info" showIcon title={t('gone')} />}
      <NoticeSummary details={details} />
      {hasAlarm && (
        <section className={styles.handling} aria-label={t('handling.title')}>
          <h3>{t('handling.title')}</h3>
          {alarm.data ? (
            <>
              <HandlingTag handling={alarm.data.handling} />
              {alarm.data.abilities.handle && (
                <AlarmActions
                  messageId={messageId}
                  handling={alarm.data.handling}
                  resolveNote={details.msgType === 'SOS' ? t('deleteSos') : undefined}
                />
              )}
              <AlarmHistory
                messageId={messageId}
                steps={alarm.data.steps}
                canComment={alarm.data.abilities.handle}
              />
            </>
          ) : alarm.error ? (
            <Alert type="error" showIcon title={errorText(alarm.error, language)} />
          ) : (
            <Skeleton active title={false} paragraph={{ rows: 3 }} />
          )}
        </section>
      )}
    </div>
  );
}

function NoticeSummary({ details }: { readonly details: DisplayedNotice }) {
  const { t } = useTranslation('notices');
  const navigate = useNavigate();
  const { formatCoordinates } = useFormat();
  const { msgType, trackerId, trackerName, content, createTime, createTimeStr, location, address } = details;
  const { eventTime = createTime, eventTimeStr, recordingId = null } = details;
  const conversationUrl = useConversationUrl()(details);
  const rows: readonly (readonly [string, ReactNode])[] = [
    [t('column.type'), t(`type.${msgType}`)],
    [t('column.device'), trackerName || '—'],
    [t('column.content'), content],
    [
      t('column.recording'),
      recordingId !== null && trackerId !== null && (
        <LazyNoticeRecording trackerId={trackerId} recordingId={recordingId} />
      ),
    ],
    [t('column.time'), createTimeStr],
    [t('column.eventTime'), createTime - eventTime > LATE_MS && eventTimeStr],
    [t('column.place'), location && formatCoordinates(location.latitude, location.longitude)],
    [t('column.address'), address],
  ];
  return (
    <>
      <dl>
        {rows
          .filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <div className={styles.buttons}>
        {conversationUrl !== null && (
          <Button onClick={() => navigate(conversationUrl)}>{t('showConversation')}</Button>
        )}
        {location !== null && (
          <Button onClick={() => navigate(buildMapPositionUrl(location))}>{t('showPlace')}</Button>
        )}
        {trackerId !== null && trackerName !== '' && (
          <>
            <Button onClick={() => navigate(`/?device=${trackerId}`)}>{t('showDevice')}</Button>
            <Button onClick={() => navigate(buildReplayUrlAt(trackerId, eventTime, serverNow()))}>
              {t('replay')}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
