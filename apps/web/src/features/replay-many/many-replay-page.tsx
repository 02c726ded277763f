import type { Tracker } from '@wakeline/contract/entities/tracker';
import { Button } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../format/use-format.ts';
import { liveStore } from '../../live/live-store.ts';
import { useBaseLayer } from '../base-layers/use-base-layer.ts';
import { useLiveControl } from '../freshness/live-control.ts';
import { OwnLayersOnMap } from '../own-layers/own-layers-on-map.tsx';
import { createClockStore } from '../replay/clock-store.ts';
import type { TracksRequest } from '../replay/loaded-track.ts';
import { idsIn, type ReplayView, readReplay, writeReplay } from '../replay/replay-address.ts';
import { useTracks } from '../replay/use-tracks.ts';
import { ReplayActions } from '../replay-files/replay-actions.tsx';
import { LiveSwitch } from '../replay-live/live-switch.tsx';
import { useRealWatch } from '../replay-live/use-real-watch.ts';
import { fullName } from '../trackers/full-name.ts';
import { useSortedTrackers } from '../trackers/use-sorted-trackers.ts';
import { type ManyChoice, ManyForm } from './many-form.tsx';
import { ManyReplay } from './many-replay.tsx';
import styles from './many-replay-page.module.css';
import { isRight, mistakesIn } from './many-window.ts';
import type { ReplayDevice } from './runs.ts';

/** Replay of many devices of the user's own: what was asked stands in the address, the panel asks. */
export function ManyReplayPage() {
  const { t } = useTranslation('replayMany');
  const [query, setQuery] = useSearchParams();
  const base = useBaseLayer();
  const { list } = useLiveControl();
  const all = useSortedTrackers();
  const trackers = useMemo(() => all.filter(({ abilities }) => abilities.replay), [all]);
  const devices = useMemo(() => new Map(trackers.map((one) => [one.trackerId, deviceOf(one)])), [trackers]);
  const [round, setRound] = useState(0);
  const [asking, setAsking] = useState(false);
  const [clock] = useState(createClockStore);
  useEffect(() => () => clock.close(), [clock]);

  const search = query.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is made anew at each drawing, its text is what counts
  const shown = useMemo(() => readReplay(query), [search]);
  const asked = useChoice(query);
  const right = shown !== null && isRight(mistakesIn(shown.trackerIds.length, shown.start, shown.end));

  const show = useCallback(
    (change: Partial<ReplayView>) =>
      setQuery(
        (before) => {
          const now = readReplay(before);
          return now === null ? before : writeReplay(before, { ...now, ...change });
        },
        { replace: true },
      ),
    [setQuery],
  );

  const known = useMemo(
    () => (shown?.trackerIds ?? []).filter((id) => devices.has(id)),
    [shown?.trackerIds, devices],
  );
  const watch = useRealWatch({
    trackerIds: known,
    clock,
    onLeft: show,
  });

  const wanted =
    shown === null ? '' : `${shown.trackerIds} ${shown.start} ${shown.end} ${shown.correction} ${round}`;
  // Who is not there, or not the user's to see, is not asked for: the server would refuse all of them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: who is withdrawn later is taken out, and the rest is not read again
  const request = useMemo<TracksRequest | null>(() => {
    if (!right || list === 'loading') return null;
    const { start, end, correction } = shown;
    // The store knows of them before it has told so.
    const trackerIds = shown.trackerIds.filter((id) => liveStore.getTracker(id)?.abilities.replay);
    return trackerIds.length === 0 ? null : { trackerIds, start, end, correction };
  }, [right, list === 'loading', wanted]);
  const read = useTracks(watch.load === null ? request : null, round);
  const load = watch.load ?? read;
  const unknown = shown === null ? 0 : shown.trackerIds.length - (request?.trackerIds.length ?? 0);

  function replay({ trackerIds, start, end }: ManyChoice & { start: number; end: number }): void {
    setAsking(false);
    watch.leave();
    clock.change((before) => ({ ...before, playing: false, start: 0, end: 0 }));
    setQuery((before) => {
      const kept = readReplay(before) ?? FIRST;
      return writeReplay(before, { ...kept, trackerIds, start, end, time: null, follow: null });
    });
    setRound((last) => last + 1);
  }

  const form = asking || !right;
  return (
    <ManyReplay
      shown={right ? shown : null}
      onShown={show}
      devices={devices}
      load={load}
      onRetry={() => setRound((last) => last + 1)}
      clock={clock}
      base={base}
      ground={(view) => <OwnLayersOnMap view={view} />}
      title={t('title')}
      asking={form}
      openAtFirst={form}
      driven={watch.state !== 'off'}
      beside={!shown?.offset && <LiveSwitch watch={watch} />}
      tools={(view, legend) => (
        <ReplayActions
          trackerIds={known}
          window={right ? shown : null}
          correction={shown?.correction ?? 'none'}
          view={view}
          base={base}
          clock={clock}
          legend={legend}
          elapsed={shown?.offset ?? false}
          played={load.tracks.size > 0 && watch.state !== 'live'}
          onReload={() => setRound((last) => last + 1)}
        />
      )}
    >
      {form ? (
        <>
          {shown === null && asked.trackerIds.length === 0 && <Welcome />}
          <ManyForm
            asked={asked}
            trackers={trackers}
            loading={load.phase === 'loading'}
            onSearch={replay}
            onCancel={asking && right ? () => setAsking(false) : null}
          />
        </>
      ) : (
        shown !== null && (
          <Summary shown={shown} unknown={list === 'ready' ? unknown : 0} onChange={() => setAsking(true)} />
        )
      )}
    </ManyReplay>
  );
}

/** What an address without these says of a replay. */
const FIRST: ReplayView = {
  trackerIds: [],
  start: 0,
  end: 0,
  time: null,
  level: 5,
  wake: null,
  correction: 'none',
  offset: false,
  follow: null,
  color: 'none',
};

function deviceOf(tracker: Tracker): ReplayDevice {
  return { trackerId: tracker.trackerId, name: fullName(tracker), icon: tracker.iconDto };
}

/** What the address says of devices and time, also when it is not enough or not right. The same object until it says something else. */
function useChoice(query: URLSearchParams): ManyChoice {
  const [ids, start, end] = ['trackerId', 'start', 'end'].map((name) => query.get(name));
  return useMemo(() => {
    const time = (text: string | null | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null);
    return { trackerIds: idsIn(ids ?? null) ?? [], start: time(start), end: time(end) };
  }, [ids, start, end]);
}

/** What can be done here, for who comes without a question. */
function Welcome() {
  const { t } = useTranslation('replayMany');
  return (
    <p className={styles.welcome}>
      <strong>{t('start.title')}</strong>
      {t('start.text')}
    </p>
  );
}

interface SummaryProps {
  readonly shown: ReplayView;
  /** Devices of the address that are left out. */
  readonly unknown: number;
  readonly onChange: () => void;
}

/** Of what this is a replay. */
function Summary({ shown, unknown, onChange }: SummaryProps) {
  const { t } = useTranslation('replayMany');
  const { dateTime } = useFormat();
  return (
    <>
      <div className={styles.summary}>
        <span>
          <strong>{t('summary', { count: shown.trackerIds.length - unknown })}</strong>
          <span className={styles.time}>
            {dateTime(shown.start).slice(0, 16)} – {dateTime(shown.end).slice(5, 16)}
          </span>
        </span>
        <Button size="small" onClick={onChange}>
          {t('change')}
        </Button>
      </div>
      {unknown > 0 && (
        <p className={styles.unknown} role="status">
          {t('unknown', { count: unknown })}
        </p>
      )}
    </>
  );
}
