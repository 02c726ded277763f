import type { Notice } from '@wakeline/contract/entities/notice';
import { App, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { liveStore } from '../../live/live-store.ts';
import { askPermission, desktopPermission } from '../../parts/notices/desktop-permission.ts';
import { detailOf, isGrave, noticeKey } from '../../parts/notices/notice-words.ts';
import { playTone } from '../../parts/notices/tone.ts';
import { useOpenNotice } from '../../parts/notices/use-notices.ts';
import { useSosCalls } from '../../parts/sos/sos-calls.ts';
import { useSession } from '../../service/session.ts';
import { alertingOf } from './alerting.ts';

/** Notices that the user chose show themselves over the page until somebody acts; every other one waits in the box. */
export function useNoticeToasts(): void {
  const { t } = useTranslation('notices');
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const { noticeConf } = useSession();
  const { mutate: open } = useOpenNotice();
  const raise = useSosCalls((state) => state.raise);
  useDesktopWarning(noticeConf.desktop);
  const conf = useRef(noticeConf);
  useEffect(() => {
    conf.current = noticeConf;
  });

  // Who signs out leaves nothing of theirs to the next person. Not below: another language must not close a call for help.
  useEffect(() => () => notification.destroy(), [notification]);

  useEffect(() => {
    function show(notice: Notice): void {
      notification.destroy(noticeKey(notice.messageId));
      open(notice.messageId);
      if (notice.trackerId !== null) navigate(`/?device=${notice.trackerId}`);
    }

    function popUp(notice: Notice, title: string): void {
      const grave = isGrave(notice.msgType);
      notification[grave ? 'error' : 'info']({
        key: noticeKey(notice.messageId),
        duration: 0,
        title,
        description: detailOf(notice),
        actions: (
          <Button type="primary" danger={grave} size="small" onClick={() => show(notice)}>
            {t('showOnMap')}
          </Button>
        ),
      });
    }

    function showOutside(notice: Notice, title: string): void {
      const outside = new Notification(title, { body: notice.content, tag: noticeKey(notice.messageId) });
      outside.onclick = () => {
        window.focus();
        outside.close();
        show(notice);
      };
    }

    return liveStore.subscribeLog((entries) => {
      let tone: 'told' | 'grave' | null = null;
      const away = document.hidden || !document.hasFocus();
      for (const { notice } of entries) {
        if (notice.isRead === 'READ') continue;
        const how = alertingOf(notice.msgType, conf.current, desktopPermission(), away);
        const title = `${t(`type.${notice.msgType}`)} · ${notice.trackerName}`;
        if (how.popup && notice.msgType === 'SOS' && notice.trackerId !== null) {
          const { trackerId, messageId, trackerName } = notice;
          raise({ trackerId, messageId, trackerName, sound: how.sound });
        } else if (how.popup) popUp(notice, title);
        if (how.desktop) showOutside(notice, title);
        if (how.sound && tone !== 'grave') tone = isGrave(notice.msgType) ? 'grave' : 'told';
      }
      // One for all that came at once.
      if (tone !== null) void playTone(tone);
    });
  }, [t, notification, navigate, open, raise]);
}

/** Tells somebody who wants desktop notifications why this browser shows none. */
function useDesktopWarning(wanted: boolean): void {
  const { t } = useTranslation('notices');
  const { message } = App.useApp();
  // Once: another language is no other answer.
  const told = useRef(false);
  useEffect(() => {
    if (!wanted || told.current) return;
    void askPermission().then((permission) => {
      if (permission !== 'unsupported' && permission !== 'denied') return;
      told.current = true;
      message.warning(t(permission === 'denied' ? 'desktopDenied' : 'desktopUnsupported'), 10);
    });
  }, [wanted, message, t]);
}
