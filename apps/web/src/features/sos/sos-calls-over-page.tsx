import { IconVolumeOff, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { liveStore, useTracker } from '../../live/live-store.ts';
import { fullName } from '../../parts/devices/full-name.ts';
import { playTone } from '../../parts/notices/tone.ts';
import { useOpenNotice } from '../../parts/notices/use-notices.ts';
import { type SosCall, useSosCalls } from '../../parts/sos/sos-calls.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './sos-calls.module.css';
import { SosActions } from './sos-list.tsx';
import { SosPerson } from './sos-person.tsx';

/** Milliseconds between two soundings while nobody has answered. */
const RING_MS = 4_000;
/** More would cover the page; the header has them all. */
const MOST_SHOWN = 3;

/** Calls for help over the page, whatever screen is looked at. Each stays until somebody closes it, or the SOS has ended. */
export function SosCallsOverPage() {
  const { t } = useTranslation('sos');
  const { calls, clear } = useSosCalls();
  const loud = calls.some(({ sound }) => sound);
  useEffect(() => {
    if (!loud) return;
    const ring = setInterval(() => void playTone('grave'), RING_MS);
    return () => clearInterval(ring);
  }, [loud]);
  // Who signs out leaves no alarm to the next person.
  useEffect(() => clear, [clear]);
  if (calls.length === 0) return null;
  return (
    <div className={styles.calls}>
      {calls.slice(0, MOST_SHOWN).map((call) => (
        <Call key={call.trackerId} call={call} />
      ))}
      {calls.length > MOST_SHOWN && (
        <p className={styles.more}>{t('more', { count: calls.length - MOST_SHOWN })}</p>
      )}
    </div>
  );
}

function Call({ call: { trackerId, messageId, trackerName, sound } }: { readonly call: SosCall }) {
  const { t } = useTranslation('sos');
  const { t: words } = useTranslation('notices');
  const { t: app } = useTranslation('app');
  const { end, mute } = useSosCalls();
  const { mutate: markRead } = useOpenNotice();
  const tracker = useTracker(trackerId);
  // The notice may be here before the state that it is about.
  const opened = useRef(false);
  useEffect(
    () =>
      liveStore.subscribeTracker(trackerId, () => {
        const open = liveStore.getTracker(trackerId)?.trackerStatusDto.status === 'SOS';
        if (opened.current && !open) end(trackerId);
        opened.current ||= open;
      }),
    [trackerId, end],
  );
  useEffect(() => {
    opened.current ||= liveStore.getTracker(trackerId)?.trackerStatusDto.status === 'SOS';
  }, [trackerId]);

  const answer = () => {
    end(trackerId);
    markRead(messageId);
  };
  return (
    <section className={styles.call} role="alert">
      <header>
        <h2>
          {words('type.SOS')} · {trackerName}
        </h2>
        {sound && (
          <IconButton size="small" label={t('mute')} icon={<IconVolumeOff size={16} />} onClick={mute} />
        )}
        <IconButton
          size="small"
          label={app('action.close')}
          icon={<IconX size={16} />}
          onClick={() => end(trackerId)}
        />
      </header>
      {tracker !== undefined && (
        <>
          <SosPerson tracker={tracker} named calling />
          <SosActions
            trackerId={trackerId}
            name={fullName(tracker)}
            may={tracker.abilities.liftSos}
            onLeave={answer}
          />
        </>
      )}
    </section>
  );
}
