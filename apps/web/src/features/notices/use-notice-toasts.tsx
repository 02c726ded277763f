import { App, Button } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { liveStore } from '../../live/live-store.ts';
import { detailOf, isGrave } from './notice-words.ts';
import { useOpenNotice } from './use-notices.ts';

/** Calls for help show themselves over the page until somebody acts; every other notice waits in the box. */
export function useNoticeToasts(): void {
  const { t } = useTranslation('notices');
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const { mutate: open } = useOpenNotice();

  // Who signs out leaves nothing of theirs to the next person. Not below: another language must not close a call for help.
  useEffect(() => () => notification.destroy(), [notification]);

  useEffect(
    () =>
      liveStore.subscribeLog((entries) => {
        for (const { notice } of entries) {
          if (!isGrave(notice.msgType) || notice.isRead === 'READ') continue;
          const key = `notice-${notice.messageId}`;
          const show = () => {
            notification.destroy(key);
            open(notice.messageId);
            if (notice.trackerId !== null) navigate(`/?device=${notice.trackerId}`);
          };
          notification.error({
            key,
            duration: 0,
            title: `${t(`type.${notice.msgType}`)} · ${notice.trackerName}`,
            description: detailOf(notice),
            actions: (
              <Button type="primary" danger size="small" onClick={show}>
                {t('showOnMap')}
              </Button>
            ),
          });
        }
      }),
    [t, notification, navigate, open],
  );
}
