import {
  IconChevronLeft,
  IconFocusCentered,
  IconLayoutSidebarLeftCollapse,
  IconListSearch,
  IconTable,
  IconTableOff,
} from '@tabler/icons-react';
import { Button, Drawer } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { useTracker } from '../../live/live-store.ts';
import { MapHost } from '../../map/map-host.tsx';
import type { MapView } from '../../map/map-view.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { usePhone } from '../../ui/media.ts';
import { asBoolean, useStored } from '../../ui/stored.ts';
import { useBaseLayer } from '../base-layers/use-base-layer.ts';
import { OwnLayersOnMap } from '../own-layers/own-layers-on-map.tsx';
import { createClockStore } from '../replay/clock-store.ts';
import { ReplayDock } from '../replay/dock/replay-dock.tsx';
import type { LoadedTrack, TracksRequest } from '../replay/loaded-track.ts';
import { idsIn, type ReplayView, readReplay, writeReplay } from '../replay/replay-address.ts';
import { useTracks } from '../replay/use-tracks.ts';
import { boundsOf } from './gaps.ts';
import styles from './history-page.module.css';
import { LoadProgress } from './load-progress.tsx';
import { Moment } from './moment.tsx';
import { PointTable } from './point-table.tsx';
import { ReplayLayer } from './replay-layer.tsx';
import { SearchForm } from './search-form.tsx';
import { Summary } from './summary.tsx';
import { mistakesIn } from './window.ts';

/** Width of the panel with the gap beside it. */
const PANEL_WIDTH = 320 + 12;
const NONE: readonly LoadedTrack[] = [];
/** What is not chosen in the form. */
const FIRST_VIEW = {
  wake: null,
  correction: 'none',
  offset: false,
  follow: null,
  color: 'none',
} as const satisfies Partial<ReplayView>;

/** History of one device: what was asked stands in the address, the panel asks, the map and the dock show. */
export function HistoryPage() {
  const { t } = useTranslation('history');
  const phone = usePhone();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const [view, setView] = useState<MapView | null>(null);
  const base = useBaseLayer();
  const [tableOpen, setTableOpen] = useStored('historyTable', false, asBoolean);
  const [panelOpen, setPanelOpen] = useStored('historyPanel', true, asBoolean);
  // Who comes without a question is asked for it.
  const [drawer, setDrawer] = useState(() => readReplay(query) === null);
  const [round, setRound] = useState(0);
  const [clock] = useState(createClockStore);
  useEffect(() => () => clock.close(), [clock]);

  const asked = useMemo(() => readReplay(query), [query]);
  const { start, end, correction = 'none', wake = null } = asked ?? {};
  const trackerId = asked?.trackerIds[0];
  const request = useMemo<TracksRequest | null>(() => {
    if (trackerId === undefined || start === undefined || end === undefined) return null;
    // A window that no server would answer is shown in the form, which says what is wrong with it.
    if (mistakesIn(trackerId, { start, end }).window !== null) return null;
    return { trackerIds: [trackerId], start, end, correction };
  }, [trackerId, start, end, correction]);
  const load = useTracks(request, round, () => view?.area() ?? null);
  const tracker = useTracker(trackerId ?? null);
  const loaded = trackerId === undefined ? undefined : load.tracks.get(trackerId);
  const track = loaded?.track ?? null;
  const form = useMemo(
    () =>
      trackerId === undefined || start === undefined || end === undefined ? null : { trackerId, start, end },
    [trackerId, start, end],
  );
  const tracks = useMemo(() => (loaded === undefined ? NONE : [loaded]), [loaded]);

  // The clock covers what has been read. The address says where it begins and how fast it goes.
  const from = track?.time[0];
  const to = track?.time.at(-1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address moves the clock when a track comes, and follows it from then on
  useEffect(() => {
    if (from === undefined || to === undefined) return;
    clock.change((before) => {
      const same = before.start === from && before.end > before.start;
      const time = same ? before.time : (asked?.time ?? from);
      return {
        start: from,
        end: to,
        time: Math.min(to, Math.max(from, time)),
        playing: same && before.playing,
        level: same ? before.level : (asked?.level ?? before.level),
      };
    });
  }, [clock, from, to]);

  const change = useCallback(
    (what: Partial<ReplayView>) =>
      setQuery(
        (before) => {
          const shown = readReplay(before);
          return shown === null ? before : writeReplay(before, { ...shown, ...what });
        },
        { replace: true },
      ),
    [setQuery],
  );
  const settle = useCallback(() => {
    const { time, level } = clock.get();
    change({ time, level });
  }, [clock, change]);

  function search(wanted: { trackerId: number; start: number; end: number }): void {
    setDrawer(false);
    clock.change((before) => ({ ...before, playing: false, start: 0, end: 0 }));
    setQuery((before) => {
      const view = { ...FIRST_VIEW, ...readReplay(before), ...wanted };
      return writeReplay(before, {
        ...view,
        trackerIds: [wanted.trackerId],
        time: null,
        level: clock.get().level,
      });
    });
    setRound((last) => last + 1);
  }

  const panel = (fold: () => void) => (
    <div className={styles.panel}>
      <header>
        <IconButton
          label={t('back')}
          icon={<IconChevronLeft size={20} />}
          onClick={() => navigate(trackerId === undefined ? '/' : `/?device=${trackerId}`)}
        />
        <h1>{t('title')}</h1>
        <IconButton label={t('fold')} icon={<IconLayoutSidebarLeftCollapse size={18} />} onClick={fold} />
      </header>
      <SearchForm
        request={form}
        trackerId={idsIn(query.get('trackerId'))?.[0] ?? null}
        loading={load.phase === 'loading'}
        onSearch={search}
      />
      <LoadProgress load={load} onRetry={() => setRound((last) => last + 1)} />
      {track && <Summary track={track} />}
    </div>
  );
  const shown = panelOpen && !phone;

  return (
    <div className={styles.page}>
      <div className={styles.map}>
        <MapHost
          ariaLabel={t('map')}
          base={base}
          padding={{ left: shown ? PANEL_WIDTH : 0, right: 0, top: 0, bottom: 0 }}
          onReady={setView}
        >
          {view && <OwnLayersOnMap view={view} />}
          {view && (
            <ReplayLayer view={view} loaded={loaded ?? null} tracker={tracker} clock={clock} wake={wake} />
          )}
        </MapHost>
        {shown && <aside className={styles.floating}>{panel(() => setPanelOpen(false))}</aside>}
        {!shown && (
          <Button
            className={styles.opener ?? ''}
            icon={<IconListSearch size={18} />}
            aria-label={t('open')}
            onClick={() => (phone ? setDrawer(true) : setPanelOpen(true))}
          >
            {tracker?.trackerName ?? t('title')}
          </Button>
        )}
        {view && track && (
          <span className={styles.tools}>
            <IconButton
              type="default"
              label={t('fit')}
              placement="left"
              icon={<IconFocusCentered size={18} />}
              onClick={() => {
                const bounds = boundsOf(track);
                if (bounds) view.fit(bounds);
              }}
            />
          </span>
        )}
        {!shown && load.phase !== 'ready' && load.phase !== 'idle' && (
          <div className={styles.status}>
            <LoadProgress load={load} onRetry={() => setRound((last) => last + 1)} />
          </div>
        )}
        {phone && (
          <Drawer
            open={drawer}
            onClose={() => setDrawer(false)}
            placement="bottom"
            size="auto"
            closable={false}
            styles={{ body: { padding: 0 } }}
          >
            {panel(() => setDrawer(false))}
          </Drawer>
        )}
      </div>
      {track && (
        <ReplayDock
          clock={clock}
          tracks={tracks}
          onSettled={settle}
          wake={wake}
          onWake={(minutes) => change({ wake: minutes })}
        >
          <Moment track={track} clock={clock} />
          <Button
            type="text"
            aria-expanded={tableOpen}
            aria-label={t(tableOpen ? 'table.fold' : 'table.open')}
            icon={tableOpen ? <IconTableOff size={18} /> : <IconTable size={18} />}
            onClick={() => setTableOpen(!tableOpen)}
          >
            {phone ? null : t('table.title')}
          </Button>
        </ReplayDock>
      )}
      {track && tableOpen && <PointTable track={track} clock={clock} onSettled={settle} />}
    </div>
  );
}
