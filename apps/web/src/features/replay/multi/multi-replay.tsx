import { IconArrowsMaximize } from '@tabler/icons-react';
import type { Encounter } from '@wakeline/domain/replay/encounters';
import { seek, stop } from '@wakeline/domain/replay/replay-clock';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { BaseLayerSelection } from '../../../map/base/base-layer-selection.ts';
import type { MapView } from '../../../map/map-view.ts';
import { goTo } from '../../../map/replay/go-to.ts';
import type { PanelEntry } from '../../../parts/map-tools/tool-panels.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import type { ClockStore } from '../core/clock-store.ts';
import { ReplayDock } from '../core/dock/replay-dock.tsx';
import type { TimelineMarker } from '../core/dock/timeline.tsx';
import { ReplayFrame } from '../core/frame/replay-frame.tsx';
import { useFramePanel } from '../core/frame/use-frame-panel.ts';
import type { TracksLoad } from '../core/loaded-track.ts';
import type { ReplayView } from '../core/replay-address.ts';
import { useSaveClock } from '../core/use-replay-screen.ts';
import type { Legend } from '../video/draw-frame.ts';
import { fitAll, MultiLayer } from './multi-layer.tsx';
import { RankingPanel } from './ranking-panel.tsx';
import { createRuns, type ReplayDevice, spanOf } from './runs.ts';
import { type Encounters, useEncounters } from './use-encounters.ts';
import { useMultiChoices } from './use-multi-choices.ts';
import { useMultiClock } from './use-multi-clock.ts';

export interface MultiReplayProps {
  /** What is replayed; null: nothing yet. */
  readonly replayView: ReplayView | null;
  /** Changes what the address says of it. */
  readonly onReplayViewChange: (change: Partial<ReplayView>) => void;
  /** Those that may be seen now. */
  readonly devices: ReadonlyMap<number, ReplayDevice>;
  readonly load: TracksLoad;
  readonly onRetry: () => void;
  readonly clock: ClockStore;
  readonly base: BaseLayerSelection | null;
  /** The map, once it can be drawn on. */
  readonly view: MapView | null;
  readonly onView: (view: MapView | null) => void;
  /** What else lies on the map. */
  readonly mapChildren?: ReactNode;
  /** The tools of the map. */
  readonly panels: readonly PanelEntry[];
  /** What the page is called, at the top of the panel. */
  readonly title: ReactNode;
  /** What is replayed, where it has a name of its own: on the button that opens the panel. */
  readonly openButtonLabel?: string;
  /** In the panel, below the title: of what this is a replay, or the form that asks. */
  readonly children: ReactNode;
  /** The form stands there: nothing else does. */
  readonly formOpen: boolean;
  /** At the top of the panel: what can be done with the replay. */
  readonly tools?: (legend: readonly Legend[]) => ReactNode;
  /** Beside the controls of the time. */
  readonly dockExtra?: ReactNode;
  /** Whether the present has the clock. */
  readonly isLive?: boolean;
}

/**
 * A replay of many devices: the map with all of them, their order beside it, the time below. It needs no session: who opens it says who
 * the devices are and brings their tracks.
 */
export function MultiReplay(props: MultiReplayProps) {
  const { replayView, onReplayViewChange, devices, load, onRetry, clock, base, view, title, formOpen } =
    props;
  const { tools, dockExtra, isLive = false } = props;
  const { t } = useTranslation('replayMulti');
  const panel = useFramePanel('replayManyPanel', formOpen);

  const offset = replayView?.offset ?? false;
  const ids = useStableIds(replayView?.trackerIds);
  const runs = useMemo(
    () => createRuns(ids, devices, load.tracks, offset),
    [ids, devices, load.tracks, offset],
  );
  const choices = useMultiChoices(replayView);
  const visible = useMemo(
    () => runs.filter(({ trackerId, loaded }) => loaded !== null && !choices.hidden.has(trackerId)),
    [runs, choices.hidden],
  );
  useMultiClock(clock, spanOf(runs, offset), replayView, isLive);
  const encounters = useEncounters(runs, choices.encounterPair, offset);
  const tracks = useMemo(() => visible.flatMap(({ loaded }) => loaded ?? []), [visible]);
  const legend = useMemo(
    () => visible.map(({ device, marker }) => ({ name: device.name, color: marker.colour })),
    [visible],
  );
  const markers = useEncounterMarkers(encounters);
  const saveClock = useSaveClock(clock, onReplayViewChange);

  const goToEncounter = (encounter: Encounter) => {
    clock.change((before) => stop(seek(before, encounter.time)));
    if (view !== null) goTo(view, encounter);
    panel.revealMap();
    saveClock();
  };

  const played = runs.some(({ loaded }) => loaded !== null);
  return (
    <ReplayFrame
      panel={panel}
      title={title}
      openButtonLabel={props.openButtonLabel ?? t('title')}
      tools={tools?.(legend)}
      requestSection={props.children}
      resultSection={
        !formOpen &&
        played && (
          <RankingPanel
            runs={runs}
            clock={clock}
            offset={offset}
            live={isLive}
            onOffsetChange={(next) => onReplayViewChange({ offset: next, time: null })}
            choices={choices}
            encounters={encounters}
            view={view}
            onRevealMap={panel.revealMap}
            onEncounter={goToEncounter}
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
            markers={markers}
            onChangeComplete={saveClock}
            trailMinutes={replayView?.trailMinutes ?? null}
            onTrailMinutes={(trailMinutes) => onReplayViewChange({ trailMinutes })}
            elapsed={offset}
          >
            {dockExtra}
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
      dockFallback={isLive && dockExtra}
    >
      {props.mapChildren}
      {view && (
        <MultiLayer
          view={view}
          runs={visible}
          clock={clock}
          trailMinutes={replayView?.trailMinutes ?? null}
          choices={choices}
          encounters={encounters}
          fitKey={`${ids} ${replayView?.start} ${replayView?.end} ${load.phase === 'loading'}`}
          onEncounter={goToEncounter}
        />
      )}
    </ReplayFrame>
  );
}

/** Where on the timeline two devices met. */
function useEncounterMarkers(encounters: Encounters): readonly TimelineMarker[] {
  const { t } = useTranslation('replayMulti');
  return useMemo(
    () =>
      (encounters ?? []).map(({ time }, index) => ({
        key: index,
        time,
        color: 'var(--wl-accent)',
        label: t('encounters.mark', { number: index + 1 }),
      })),
    [encounters, t],
  );
}

/** The same array while the devices are the same: every change of the address reads them anew. */
function useStableIds(ids: readonly number[] = NO_IDS): readonly number[] {
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says all of it
  return useMemo(() => ids, [key]);
}

const NO_IDS: readonly number[] = [];
