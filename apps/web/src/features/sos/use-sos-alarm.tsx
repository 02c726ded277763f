import type { Notice } from '@wakeline/contract/entities/notice';
import { App, Button } from 'antd';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { liveStore, useTracker } from '../../live/live-store.ts';
import { playTone } from '../notices/tone.ts';
import { fullName } from '../trackers/full-name.ts';
import { SosActions } from './sos-list.tsx';
import { SosPerson } from './sos-person.tsx';

/** Milliseconds between two soundings while nobody has answered the call. */
const RING_MS = 4_000;

interface SosAlarm {
  /**
   * Puts a call for help over the page; it stays until somebody closes it or the SOS has ended.
   *
   * `sound`: it is heard, again and again until it is answered or muted. `onAnswer`: somebody went on to what it leads to.
   */
  readonly raise: (
    notice: Notice,
    trackerId: number,
    how: { readonly sound: boolean; readonly onAnswer: () => void },
  ) => void;
}

/** Calls for help over the page, whatever screen is looked at. */
export function useSosAlarm(): SosAlarm {
  const { t } = useTranslation('sos');
  const { t: words } = useTranslation('notices');
  const { notification } = App.useApp();
  /** What ends each one that is shown. */
  const shown = useRef(new Map<string, () => void>());
  const ringing = useRef(new Set<string>());
  const ring = useRef<ReturnType<typeof setInterval> | null>(null);

  const hush = useCallback((key: string) => {
    ringing.current.delete(key);
    if (ringing.current.size > 0 || ring.current === null) return;
    clearInterval(ring.current);
    ring.current = null;
  }, []);

  // Who signs out leaves no alarm to the next person.
  useEffect(
    () => () => {
      for (const end of [...shown.current.values()]) end();
    },
    [],
  );

  const raise = useCallback(
    (notice: Notice, trackerId: number, { sound, onAnswer }: { sound: boolean; onAnswer: () => void }) => {
      // A device that calls again takes the place of its own earlier call.
      const key = `sos-${trackerId}`;
      shown.current.get(key)?.();
      const forget = () => {
        stop();
        shown.current.delete(key);
        hush(key);
      };
      const end = () => {
        forget();
        notification.destroy(key);
      };
      let opened = liveStore.getTracker(trackerId)?.trackerStatusDto.status === 'SOS';
      // The notice may be here before the state that it is about.
      const stop = liveStore.subscribeTracker(trackerId, () => {
        const open = liveStore.getTracker(trackerId)?.trackerStatusDto.status === 'SOS';
        if (opened && !open) end();
        opened ||= open;
      });
      shown.current.set(key, end);
      notification.error({
        key,
        duration: 0,
        title: `${words('type.SOS')} · ${notice.trackerName}`,
        description: (
          <SosCall
            trackerId={trackerId}
            onLeave={() => {
              end();
              onAnswer();
            }}
            onMute={sound ? () => hush(key) : null}
            mute={t('mute')}
          />
        ),
        onClose: forget,
      });
      if (!sound) return;
      ringing.current.add(key);
      ring.current ??= setInterval(() => void playTone('grave'), RING_MS);
    },
    [t, words, notification, hush],
  );
  return { raise };
}

interface SosCallProps {
  readonly trackerId: number;
  readonly onLeave: () => void;
  /** Null: it makes no sound. */
  readonly onMute: (() => void) | null;
  readonly mute: string;
}

function SosCall({ trackerId, onLeave, onMute, mute }: SosCallProps) {
  const tracker = useTracker(trackerId);
  if (tracker === undefined) return null;
  return (
    <>
      <SosPerson tracker={tracker} />
      <SosActions
        trackerId={trackerId}
        name={fullName(tracker)}
        may={tracker.abilities.liftSos}
        onLeave={onLeave}
      />
      {onMute !== null && (
        <Button type="link" size="small" onClick={onMute}>
          {mute}
        </Button>
      )}
    </>
  );
}
