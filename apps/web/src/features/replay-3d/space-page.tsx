import { Button } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useFormat } from '../../format/use-format.ts';
import { liveStore } from '../../live/live-store.ts';
import { useBaseLayer } from '../base-layers/use-base-layer.ts';
import { useLiveControl } from '../freshness/live-control.ts';
import { createClockStore } from '../replay/clock-store.ts';
import type { TracksRequest } from '../replay/loaded-track.ts';
import { idsIn, type ReplayView, readReplay, writeReplay } from '../replay/replay-address.ts';
import { useTracks } from '../replay/use-tracks.ts';
import { type ManyChoice, ManyForm } from '../replay-many/many-form.tsx';
import { isRight, mistakesIn } from '../replay-many/many-window.ts';
import { fullName } from '../trackers/full-name.ts';
import { useSortedTrackers } from '../trackers/use-sorted-trackers.ts';
import { readSpace, type SpaceView, writeSpace } from './space-address.ts';
import styles from './space-page.module.css';
import { SpaceReplay } from './space-replay.tsx';

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

/** Replay in three dimensions of the user's own devices: what was asked stands in the address, the panel asks. */
export function SpacePage() {
  const { t } = useTranslation('replay3d');
  const { t: many } = useTranslation('replayMany');
  const { dateTime } = useFormat();
  const [query, setQuery] = useSearchParams();
  const base = useBaseLayer();
  const { list } = useLiveControl();
  const all = useSortedTrackers();
  const trackers = useMemo(() => all.filter(({ abilities }) => abilities.replay), [all]);
  const devices = useMemo(
    () =>
      new Map(
        trackers.map((one) => [
          one.trackerId,
          { trackerId: one.trackerId, name: fullName(one), icon: one.iconDto },
        ]),
      ),
    [trackers],
  );
  const [round, setRound] = useState(0);
  const [asking, setAsking] = useState(false);
  const [clock] = useState(createClockStore);
  useEffect(() => () => clock.close(), [clock]);

  const search = query.toString();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the query is made anew at each drawing, its text is what counts
  const shown = useMemo(() => readReplay(query), [search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const space = useMemo(() => readSpace(query), [search]);
  const asked = useAsked(query);
  const right = shown !== null && isRight(mistakesIn(shown.trackerIds.length, shown.start, shown.end));

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
  const load = useTracks(request, round);
  const unknown =
    shown === null || list !== 'ready' ? 0 : shown.trackerIds.length - (request?.trackerIds.length ?? 0);

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
  const showSpace = useCallback(
    (change: Partial<SpaceView>) =>
      setQuery((before) => writeSpace(before, { ...readSpace(before), ...change }), { replace: true }),
    [setQuery],
  );

  function replay({ trackerIds, start, end }: ManyChoice & { start: number; end: number }): void {
    setAsking(false);
    clock.change((before) => ({ ...before, playing: false, start: 0, end: 0 }));
    setQuery((before) => {
      const kept = readReplay(before) ?? FIRST;
      const next = writeReplay(before, { ...kept, trackerIds, start, end, time: null, follow: null });
      return writeSpace(next, { ...readSpace(next), look: null });
    });
    setRound((last) => last + 1);
  }

  const form = asking || !right;
  return (
    <SpaceReplay
      shown={right ? shown : null}
      onShown={show}
      space={space}
      onSpace={showSpace}
      devices={devices}
      load={load}
      onRetry={() => setRound((last) => last + 1)}
      clock={clock}
      base={base}
      asking={form}
    >
      {form ? (
        <>
          {shown === null && asked.trackerIds.length === 0 && (
            <p className={styles.welcome}>
              <strong>{t('start.title')}</strong>
              {t('start.text')}
            </p>
          )}
          <ManyForm
            asked={asked}
            trackers={trackers}
            loading={load.phase === 'loading'}
            onSearch={replay}
            onCancel={asking && right ? () => setAsking(false) : null}
          />
        </>
      ) : (
        <>
          <div className={styles.summary}>
            <span>
              <strong>{many('summary', { count: shown.trackerIds.length - unknown })}</strong>
              <span className={styles.time}>
                {dateTime(shown.start).slice(0, 16)} – {dateTime(shown.end).slice(5, 16)}
              </span>
            </span>
            <Button size="small" onClick={() => setAsking(true)}>
              {many('change')}
            </Button>
          </div>
          {unknown > 0 && (
            <p className={styles.unknown} role="status">
              {many('unknown', { count: unknown })}
            </p>
          )}
        </>
      )}
    </SpaceReplay>
  );
}

/** What the address says of devices and time, also when it is not enough or not right. The same object until it says something else. */
function useAsked(query: URLSearchParams): ManyChoice {
  const [ids, start, end] = ['trackerId', 'start', 'end'].map((name) => query.get(name));
  return useMemo(() => {
    const time = (text: string | null | undefined) => (/^\d{1,15}$/.test(text ?? '') ? Number(text) : null);
    return { trackerIds: idsIn(ids ?? null) ?? [], start: time(start), end: time(end) };
  }, [ids, start, end]);
}
