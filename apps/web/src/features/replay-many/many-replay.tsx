import { IconArrowsMaximize, IconLayoutSidebarLeftCollapse, IconListNumbers } from '@tabler/icons-react';
import type { Meeting } from '@wakeline/domain/meetings';
import { seek, stop } from '@wakeline/domain/replay-clock';
import { Button, Drawer } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownBase } from '../../map/base/shown-base.ts';
import { MapHost } from '../../map/map-host.tsx';
import type { MapView } from '../../map/map-view.ts';
import { goTo } from '../../map/replay/go-to.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { usePhone } from '../../ui/media.ts';
import { asBoolean, useStored } from '../../ui/stored.ts';
import type { ClockStore } from '../replay/clock-store.ts';
import { ReplayDock } from '../replay/dock/replay-dock.tsx';
import type { DockMark } from '../replay/dock/timeline.tsx';
import type { TracksLoad } from '../replay/loaded-track.ts';
import type { ReplayView } from '../replay/replay-address.ts';
import type { Legend } from '../replay-video/picture.ts';
import { fitAll, ManyLayer } from './many-layer.tsx';
import { ManyNotes } from './many-notes.tsx';
import styles from './many-replay.module.css';
import { RankingPanel } from './ranking-panel.tsx';
import { type ReplayDevice, runsOf, spanOf } from './runs.ts';
import { useManyChoices } from './use-many-choices.ts';
import { useManyClock } from './use-many-clock.ts';
import { type Meetings, useMeetings } from './use-meetings.ts';

export interface ManyReplayProps {
  /** What is replayed; null: nothing yet. */
  readonly shown: ReplayView | null;
  /** Changes what the address says of it. */
  readonly onShown: (change: Partial<ReplayView>) => void;
  /** Those that may be seen now. */
  readonly devices: ReadonlyMap<number, ReplayDevice>;
  readonly load: TracksLoad;
  readonly onRetry: () => void;
  readonly clock: ClockStore;
  readonly base: ShownBase | null;
  /** What else lies on the map. */
  readonly ground?: (view: MapView) => ReactNode;
  /** What the page is called, at the top of the panel. */
  readonly title: ReactNode;
  /** In the panel, below the title: of what this is a replay, or the form that asks. */
  readonly children: ReactNode;
  /** The form stands there: nothing else does. */
  readonly asking: boolean;
  /** On a phone, whether the panel is open at first. */
  readonly openAtFirst: boolean;
  /** At the top of the panel: what can be done with the replay. */
  readonly tools?: (view: MapView | null, legend: readonly Legend[]) => ReactNode;
  /** Beside the controls of the time. */
  readonly beside?: ReactNode;
  /** Whether the present has the clock. */
  readonly driven?: boolean;
}

/** Width of the panel with the gap beside it. */
const PANEL_WIDTH = 340 + 12;

/**
 * A replay of many devices: the map with all of them, their order beside it, the time below. It needs no session: who opens it says who
 * the devices are and brings their tracks.
 */
export function ManyReplay(props: ManyReplayProps) {
  const { shown, onShown, devices, load, onRetry, clock, base, ground, title, asking, openAtFirst } = props;
  const { tools, beside, driven = false } = props;
  const { t } = useTranslation('replayMany');
  const phone = usePhone();
  const [view, setView] = useState<MapView | null>(null);
  const [panelOpen, setPanelOpen] = useStored('replayManyPanel', true, asBoolean);
  const [sheet, setSheet] = useState(openAtFirst);
  useEffect(() => setSheet(openAtFirst), [openAtFirst]);

  const offset = shown?.offset ?? false;
  const ids = useSameIds(shown?.trackerIds);
  const runs = useMemo(() => runsOf(ids, devices, load.tracks, offset), [ids, devices, load.tracks, offset]);
  const choices = useManyChoices(shown);
  const visible = useMemo(
    () => runs.filter(({ trackerId, loaded }) => loaded !== null && !choices.hidden.has(trackerId)),
    [runs, choices.hidden],
  );
  useManyClock(clock, spanOf(runs, offset), shown, driven);
  const meetings = useMeetings(runs, choices.meeting, offset);
  const tracks = useMemo(() => visible.flatMap(({ loaded }) => loaded ?? []), [visible]);
  const legend = useMemo(
    () => visible.map(({ device, mark }) => ({ name: device.name, color: mark.colour })),
    [visible],
  );
  const marks = useMeetingMarks(meetings);
  const settle = useCallback(() => {
    const { time, level } = clock.get();
    onShown({ time, level });
  }, [clock, onShown]);

  const goToMeeting = (meeting: Meeting) => {
    clock.change((before) => stop(seek(before, meeting.time)));
    if (view !== null) goTo(view, meeting);
    setSheet(false);
    settle();
  };

  const played = runs.some(({ loaded }) => loaded !== null);
  const panel = (fold: () => void) => (
    <div className={styles.panel}>
      <header>
        <h1>{title}</h1>
        {tools?.(view, legend)}
        <IconButton label={t('fold')} icon={<IconLayoutSidebarLeftCollapse size={18} />} onClick={fold} />
      </header>
      {props.children}
      {!asking && <ManyNotes shown={shown} devices={devices} load={load} onRetry={onRetry} />}
      {!asking && played && (
        <RankingPanel
          runs={runs}
          clock={clock}
          offset={offset}
          onOffset={(next) => onShown({ offset: next, time: null })}
          choices={choices}
          meetings={meetings}
          view={view}
          onLed={() => setSheet(false)}
          onMeeting={goToMeeting}
        />
      )}
    </div>
  );
  const floats = panelOpen && !phone;

  return (
    <div className={styles.page}>
      <div className={styles.map}>
        <MapHost
          ariaLabel={t('map')}
          base={base}
          padding={{ left: floats ? PANEL_WIDTH : 0, right: 0, top: 0, bottom: 0 }}
          onReady={setView}
        >
          {view && ground?.(view)}
          {view && (
            <ManyLayer
              view={view}
              runs={visible}
              clock={clock}
              wake={shown?.wake ?? null}
              choices={choices}
              meetings={meetings}
              request={`${ids} ${shown?.start} ${shown?.end} ${load.phase === 'loading'}`}
              onMeeting={goToMeeting}
            />
          )}
        </MapHost>
        {floats && <aside className={styles.floating}>{panel(() => setPanelOpen(false))}</aside>}
        {!floats && (
          <Button
            className={styles.opener ?? ''}
            icon={<IconListNumbers size={18} />}
            aria-label={t('open')}
            onClick={() => (phone ? setSheet(true) : setPanelOpen(true))}
          >
            {t('title')}
          </Button>
        )}
        {!floats && !sheet && load.phase !== 'ready' && load.phase !== 'idle' && (
          <div className={styles.status}>
            <ManyNotes shown={shown} devices={devices} load={load} onRetry={onRetry} />
          </div>
        )}
        {phone && (
          <Drawer
            open={sheet}
            onClose={() => setSheet(false)}
            placement="bottom"
            size="auto"
            closable={false}
            mask={false}
            // Within the map: the time below it stays in reach.
            getContainer={false}
            rootStyle={{ position: 'absolute' }}
            styles={{ body: { padding: 0 }, wrapper: { maxHeight: '70%' } }}
          >
            {panel(() => setSheet(false))}
          </Drawer>
        )}
      </div>
      {!played && driven && <div className={styles.bare}>{beside}</div>}
      {played && (
        <ReplayDock
          clock={clock}
          tracks={tracks}
          marks={marks}
          onSettled={settle}
          wake={shown?.wake ?? null}
          onWake={(wake) => onShown({ wake })}
          elapsed={offset}
        >
          {beside}
          {view && (
            <IconButton
              label={t('fit')}
              placement="top"
              icon={<IconArrowsMaximize size={18} />}
              onClick={() => fitAll(view, visible)}
            />
          )}
        </ReplayDock>
      )}
    </div>
  );
}

/** Where on the timeline two devices met. */
function useMeetingMarks(meetings: Meetings): readonly DockMark[] {
  const { t } = useTranslation('replayMany');
  return useMemo(
    () =>
      (meetings ?? []).map(({ time }, index) => ({
        key: index,
        time,
        color: 'var(--wl-accent)',
        label: t('meet.mark', { number: index + 1 }),
      })),
    [meetings, t],
  );
}

/** The same array while the devices are the same: every change of the address reads them anew. */
function useSameIds(ids: readonly number[] = NOBODY): readonly number[] {
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says all of it
  return useMemo(() => ids, [key]);
}

const NOBODY: readonly number[] = [];
