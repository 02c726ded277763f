import { IconVolumeOff, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { liveStore, useTracker } from '../../live/live-store.ts';
import { fullName } from '../../parts/devices/full-name.ts';
import { playTone } from '../../parts/notices/tone.ts';
import { useOpenNotice } from '../../parts/notices/use-notices.ts';
import { type SosCall, useSosCalls } from '../../parts/sos/sos-calls.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './sos-call-alerts.module.css';
import { SosHandling } from './sos-handling.tsx';
import { SosActions } from './sos-list.tsx';
import { SosPerson } from './sos-person.tsx';

/** Interval of the sound in milliseconds until an SOS is answered. */
const RING_MS = 4_000;
/** Limit, so that the page stays visible; the header lists all of them. */
const MAX_VISIBLE = 3;

/** SOS alerts above any screen. Each stays until it is closed or the SOS has ended. */
export function SosCallAlerts() {
  const { t } = useTranslation('sos');
  const { calls, clear } = useSosCalls();
  const hasSound = calls.some(({ sound }) => sound);
  useEffect(() => {
    if (!hasSound) return;
    const ring = setInterval(() => void playTone('critical'), RING_MS);
    return () => clearInterval(ring);
  }, [hasSound]);
  // Clears all alerts on sign-out.
  useEffect(() => clear, [clear]);
  if (calls.length === 0) return null;
  return (
    <div className={styles.calls}>
      {calls.slice(0, MAX_VISIBLE).map((call) => (
        <Call key={call.trackerId} call={call} />
      ))}
      {calls.length > MAX_VISIBLE && (
        <p className={styles.more}>{t('more', { count: calls.length - MAX_VISIBLE })}</p>
      )}
    </div>
  );
}

function Call({ call: { trackerId, messageId, trackerName, sound } }: { readonly call: SosCall }) {
  const { t } = useTranslation('sos');
  const { t: tNotices } = useTranslation('notices');
  const { t: tApp } = useTranslation('app');
  const { end, mute } = useSosCalls();
  const { mutate: markRead } = useOpenNotice();
  const tracker = useTracker(trackerId);
  // The notice may arrive before the tracker's state.
  const wasOpen = useRef(false);
  useEffect(
    () =>
      liveStore.subscribeTracker(trackerId, () => {
        const isOpen = liveStore.getTracker(trackerId)?.trackerStatusDto.status === 'SOS';
        if (wasOpen.current && !isOpen) end(trackerId);
        wasOpen.current ||= isOpen;
      }),
    [trackerId, end],
  );
  useEffect(() => {
    wasOpen.current ||= liveStore.getTracker(trackerId)?.trackerStatusDto.status === 'SOS';
  }, [trackerId]);

  const acknowledge = () => {
    end(trackerId);
    markRead(messageId);
  };
  return (
    <section className={styles.call} role="alert">
      <header>
        <h2>
          {tNotices('type.SOS')} · {trackerName}
        </h2>
        {sound && (
          <IconButton size="small" label={t('mute')} icon={<IconVolumeOff size={16} />} onClick={mute} />
        )}
        <IconButton
          size="small"
          label={tApp('action.close')}
          icon={<IconX size={16} />}
          onClick={() => end(trackerId)}
        />
      </header>
      {tracker !== undefined && (
        <>
          <SosPerson tracker={tracker} hideName calling />
          <SosHandling trackerId={trackerId} />
          <SosActions
            trackerId={trackerId}
            name={fullName(tracker)}
            canClear={tracker.abilities.liftSos}
            onLeave={acknowledge}
          />
        </>
      )}
    </section>
  );
}
