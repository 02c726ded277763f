import type { AlarmHandling } from '@wakeline/contract/entities/alarm';
import type { Notice } from '@wakeline/contract/entities/notice';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { liveStore } from '../../live/live-store.ts';
import { HandlingTag } from '../../parts/alarms/handling-tag.tsx';
import { useAlarmStep } from '../../parts/alarms/use-alarm.ts';
import { getNoticeDetail, isCritical } from '../../parts/notices/notice-text.ts';
import styles from './notice-toast.module.css';

interface NoticeToastProps {
  readonly notice: Notice;
  /** Passed in: pop-ups are rendered outside the session's context. */
  readonly canHandle: boolean;
  /** Whether it opens a conversation instead of the map. */
  readonly isMessage: boolean;
  readonly onShow: () => void;
  readonly onDetails: () => void;
}

/** Content of a pop-up. Of an alarm it shows who handles it, also after another console has changed that. */
export function NoticeToast({ notice, canHandle, isMessage, onShow, onDetails }: NoticeToastProps) {
  const { t } = useTranslation('notices');
  const handling = useLiveHandling(notice);
  const { take, pending } = useAlarmStep(notice.messageId);
  const detail = getNoticeDetail(notice);
  return (
    <div className={styles.toast}>
      {detail !== null && <p>{detail}</p>}
      {handling !== null && <HandlingTag handling={handling} />}
      <div className={styles.actions}>
        <Button type="primary" danger={isCritical(notice.msgType)} size="small" onClick={onShow}>
          {t(isMessage ? 'showConversation' : 'showOnMap')}
        </Button>
        {canHandle && handling?.state === 'open' && (
          <Button
            size="small"
            loading={pending}
            onClick={() => take({ step: 'acknowledge', takeOver: false })}
          >
            {t('handling.acknowledge')}
          </Button>
        )}
        <Button size="small" onClick={onDetails}>
          {t('openDetails')}
        </Button>
      </div>
    </div>
  );
}

/** The handling of an alarm as the live connection reports it; null: no alarm. */
function useLiveHandling({ messageId, handling }: Notice): AlarmHandling | null {
  const [present, setPresent] = useState(handling);
  useEffect(
    () =>
      liveStore.subscribeLog((entries) => {
        for (const entry of entries)
          if (entry.kind === 'alarm' && entry.messageId === messageId) setPresent(entry.handling);
      }),
    [messageId],
  );
  return present;
}
