import type { Notice } from '@wakeline/contract/entities/notice';
import { App } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { liveStore } from '../../live/live-store.ts';
import { getDesktopPermission, requestDesktopPermission } from '../../parts/notices/desktop-permission.ts';
import { isCritical, toNoticeKey } from '../../parts/notices/notice-text.ts';
import { playTone, type Tone } from '../../parts/notices/tone.ts';
import { useOpenNotice } from '../../parts/notices/use-notices.ts';
import { useSosCalls } from '../../parts/sos/sos-calls.ts';
import { useSession } from '../../service/session.ts';
import { alertingOf, moreUrgent } from './alerting.ts';
import { NoticeToast } from './notice-toast.tsx';
import { useConversationUrl } from './use-conversation-url.ts';

/**
 * Shows pop-ups for the notice types that the user has selected, until they are closed; others only appear in the box.
 */
export function useNoticeToasts(): void {
  const { t } = useTranslation('notices');
  const { notification } = App.useApp();
  const navigate = useNavigate();
  const { noticeConf, abilities } = useSession();
  const canHandle = abilities.alarms;
  const { mutate: open } = useOpenNotice();
  const raise = useSosCalls((state) => state.raise);
  const muteNotice = useSosCalls((state) => state.muteNotice);
  useDesktopWarning(noticeConf.desktop || noticeConf.rules.some(({ desktop }) => desktop === true));
  const conf = useRef(noticeConf);
  const toConversationUrl = useConversationUrl();
  const conversationUrlOf = useRef(toConversationUrl);
  useEffect(() => {
    conf.current = noticeConf;
    conversationUrlOf.current = toConversationUrl;
  });

  // Closes all pop-ups on sign-out. Separate from the effect below, so that a change of language does not close an SOS.
  useEffect(() => () => notification.destroy(), [notification]);

  useEffect(() => {
    function show(notice: Notice): void {
      notification.destroy(toNoticeKey(notice.messageId));
      open(notice.messageId);
      const conversationUrl = conversationUrlOf.current(notice);
      if (conversationUrl !== null) navigate(conversationUrl);
      else if (notice.trackerId !== null) navigate(`/?device=${notice.trackerId}`);
    }

    function showDetails({ messageId }: Notice): void {
      notification.destroy(toNoticeKey(messageId));
      navigate(`/notificationRecord?notice=${messageId}`);
    }

    function popUp(notice: Notice, title: string): void {
      notification[isCritical(notice.msgType) ? 'error' : 'info']({
        key: toNoticeKey(notice.messageId),
        duration: 0,
        title,
        description: (
          <NoticeToast
            notice={notice}
            canHandle={canHandle}
            isMessage={conversationUrlOf.current(notice) !== null}
            onShow={() => show(notice)}
            onDetails={() => showDetails(notice)}
          />
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
      let tone: Tone | null = null;
      const away = document.hidden || !document.hasFocus();
      for (const entry of entries) {
        if (entry.kind === 'alarm') {
          // Another console may have been faster.
          if (entry.handling.state !== 'open') muteNotice(entry.messageId);
          continue;
        }
        const { notice } = entry;
        if (notice.isRead === 'READ') continue;
        const alerting = alertingOf(notice, conf.current, getDesktopPermission(), away);
        const title = `${t(`type.${notice.msgType}`)} · ${notice.trackerName}`;
        if (alerting.popup && notice.msgType === 'SOS' && notice.trackerId !== null) {
          const { trackerId, messageId, trackerName } = notice;
          raise({ trackerId, messageId, trackerName, sound: alerting.sound !== null });
        } else if (alerting.popup) popUp(notice, title);
        if (alerting.desktop) showDesktopNotification(notice, title);
        tone = moreUrgent(tone, alerting.sound);
      }
      // One sound for all notices that arrived together.
      if (tone !== null) void playTone(tone);
    });
  }, [t, notification, navigate, open, raise, muteNotice, canHandle]);
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
