import { IconArrowsMaximize } from '@tabler/icons-react';
import type { Meeting } from '@wakeline/domain/replay/meetings';
import { seek, stop } from '@wakeline/domain/replay/replay-clock';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownBase } from '../../../map/base/shown-base.ts';
import type { MapView } from '../../../map/map-view.ts';
import { goTo } from '../../../map/replay/go-to.ts';
import type { PanelEntry } from '../../../parts/map-tools/tool-panels.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ClockStore } from '../core/clock-store.ts';
import { ReplayDock } from '../core/dock/replay-dock.tsx';
import type { DockMark } from '../core/dock/timeline.tsx';
import { ReplayFrame } from '../core/frame/replay-frame.tsx';
import { useFramePanel } from '../core/frame/use-frame-panel.ts';
import type { TracksLoad } from '../core/loaded-track.ts';
import type { ReplayView } from '../core/replay-address.ts';
import { useSettle } from '../core/use-replay-stage.ts';
import type { Legend } from '../video/picture.ts';
import { fitAll, ManyLayer } from './many-layer.tsx';
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
  /** The map, once it can be drawn on. */
  readonly view: MapView | null;
  readonly onView: (view: MapView | null) => void;
  /** What else lies on the map. */
  readonly ground?: ReactNode;
  /** The tools of the map. */
  readonly panels: readonly PanelEntry[];
  /** What the page is called, at the top of the panel. */
  readonly title: ReactNode;
  /** What is replayed, where it has a name of its own: on the button that opens the panel. */
  readonly opener?: string;
  /** In the panel, below the title: of what this is a replay, or the form that asks. */
  readonly children: ReactNode;
  /** The form stands there: nothing else does. */
  readonly asking: boolean;
  /** At the top of the panel: what can be done with the replay. */
  readonly tools?: (legend: readonly Legend[]) => ReactNode;
  /** Beside the controls of the time. */
  readonly beside?: ReactNode;
  /** Whether the present has the clock. */
  readonly driven?: boolean;
}

/**
 * A replay of many devices: the map with all of them, their order beside it, the time below. It needs no session: who opens it says who
 * the devices are and brings their tracks.
 */
export function ManyReplay(props: ManyReplayProps) {
  const { shown, onShown, devices, load, onRetry, clock, base, view, title, asking } = props;
  const { tools, beside, driven = false } = props;
  const { t } = useTranslation('replayMulti');
  const panel = useFramePanel('replayManyPanel', asking);

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
  const settle = useSettle(clock, onShown);

  const goToMeeting = (meeting: Meeting) => {
    clock.change((before) => stop(seek(before, meeting.time)));
    if (view !== null) goTo(view, meeting);
    panel.uncover();
    settle();
  };

  const played = runs.some(({ loaded }) => loaded !== null);
  return (
    <ReplayFrame
      panel={panel}
      title={title}
      opener={props.opener ?? t('title')}
      tools={tools?.(legend)}
      question={props.children}
      found={
        !asking &&
        played && (
          <RankingPanel
            runs={runs}
            clock={clock}
            offset={offset}
            live={driven}
            onOffset={(next) => onShown({ offset: next, time: null })}
            choices={choices}
            meetings={meetings}
            view={view}
            onLed={panel.uncover}
            onMeeting={goToMeeting}
          />
        )
      }
      trackerIds={ids}
      devices={devices}
      load={load}
      onRetry={onRetry}
      mapLabel={t('map')}
      base={base}
      view={view}
      onView={props.onView}
      panels={props.panels}
      dock={
        played ? (
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
        ) : null
      }
      instead={driven && beside}
    >
      {props.ground}
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
    </ReplayFrame>
  );
}

/** Where on the timeline two devices met. */
function useMeetingMarks(meetings: Meetings): readonly DockMark[] {
  const { t } = useTranslation('replayMulti');
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
