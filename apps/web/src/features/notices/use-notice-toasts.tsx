import type { Notice } from '@wakeline/contract/entities/notice';
import { App, Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { liveStore } from '../../live/live-store.ts';
import { getDesktopPermission, requestDesktopPermission } from '../../parts/notices/desktop-permission.ts';
import { getNoticeDetail, isCritical, toNoticeKey } from '../../parts/notices/notice-text.ts';
import { playTone } from '../../parts/notices/tone.ts';
import { useOpenNotice } from '../../parts/notices/use-notices.ts';
import { useSosCalls } from '../../parts/sos/sos-calls.ts';
import { useSession } from '../../service/session.ts';
import { alertingOf } from './alerting.ts';

/**
 * Shows pop-ups for the notice types that the user has selected, until they are closed; others only appear in the box.
 */
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

  // Closes all pop-ups on sign-out. Separate from the effect below, so that a change of language does not close an SOS.
  useEffect(() => () => notification.destroy(), [notification]);

  useEffect(() => {
    function show(notice: Notice): void {
      notification.destroy(toNoticeKey(notice.messageId));
      open(notice.messageId);
      if (notice.trackerId !== null) navigate(`/?device=${notice.trackerId}`);
    }

    function popUp(notice: Notice, title: string): void {
      const critical = isCritical(notice.msgType);
      notification[critical ? 'error' : 'info']({
        key: toNoticeKey(notice.messageId),
        duration: 0,
        title,
        description: getNoticeDetail(notice),
        actions: (
          <Button type="primary" danger={critical} size="small" onClick={() => show(notice)}>
            {t('showOnMap')}
          </Button>
        ),
      });
    }

    function showDesktopNotification(notice: Notice, title: string): void {
      const desktopNotification = new Notification(title, {
        body: notice.content,
        tag: toNoticeKey(notice.messageId),
      });
      desktopNotification.onclick = () => {
        window.focus();
        desktopNotification.close();
        show(notice);
      };
    }

    return liveStore.subscribeLog((entries) => {
      let tone: 'normal' | 'critical' | null = null;
      const away = document.hidden || !document.hasFocus();
      for (const { notice } of entries) {
        if (notice.isRead === 'READ') continue;
        const alerting = alertingOf(notice.msgType, conf.current, getDesktopPermission(), away);
        const title = `${t(`type.${notice.msgType}`)} · ${notice.trackerName}`;
        if (alerting.popup && notice.msgType === 'SOS' && notice.trackerId !== null) {
          const { trackerId, messageId, trackerName } = notice;
          raise({ trackerId, messageId, trackerName, sound: alerting.sound });
        } else if (alerting.popup) popUp(notice, title);
        if (alerting.desktop) showDesktopNotification(notice, title);
        if (alerting.sound && tone !== 'critical') tone = isCritical(notice.msgType) ? 'critical' : 'normal';
      }
      // One sound for all notices that arrived together.
      if (tone !== null) void playTone(tone);
    });
  }, [t, notification, navigate, open, raise]);
}

/** Explains why this browser shows no desktop notifications although they are enabled. */
function useDesktopWarning(enabled: boolean): void {
  const { t } = useTranslation('notices');
  const { message } = App.useApp();
  // Only once, not again after a change of language.
  const warned = useRef(false);
  useEffect(() => {
    if (!enabled || warned.current) return;
    void requestDesktopPermission().then((permission) => {
      if (permission !== 'unsupported' && permission !== 'denied') return;
      warned.current = true;
      message.warning(t(permission === 'denied' ? 'desktopDenied' : 'desktopUnsupported'), 10);
    });
  }, [enabled, message, t]);
}
