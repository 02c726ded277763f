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
  /** The current replay; null: none yet. */
  readonly replayView: ReplayView | null;
  /** Changes the view parameters of the address. */
  readonly onReplayViewChange: (change: Partial<ReplayView>) => void;
  /** km/h from which a device of the account counts as moving. */
  readonly movingSpeed: number;
  /** The devices that may be seen now. */
  readonly devices: ReadonlyMap<number, ReplayDevice>;
  readonly load: TracksLoad;
  readonly onRetry: () => void;
  readonly clock: ClockStore;
  readonly base: BaseLayerSelection | null;
  /** The map, when it is ready. */
  readonly view: MapView | null;
  readonly onView: (view: MapView | null) => void;
  /** Further content of the map. */
  readonly mapChildren?: ReactNode;
  /** Panels of map tools. */
  readonly panels: readonly PanelEntry[];
  /** Title of the page, at the top of the panel. */
  readonly title: ReactNode;
  /** Label of the button that opens the panel; default: the title of the screen. */
  readonly openButtonLabel?: string;
  /** Panel content below the title: a summary of the request, or its form. */
  readonly children: ReactNode;
  /** The form is open: nothing else is displayed. */
  readonly formOpen: boolean;
  /** Actions on the replay, at the top of the panel. */
  readonly tools?: (legend: readonly Legend[]) => ReactNode;
  /** Content next to the playback controls. */
  readonly dockExtra?: ReactNode;
  /** Whether live mode controls the clock. */
  readonly isLive?: boolean;
}

/**
 * Replay of several devices: the map with all of them, their ranking in the panel, the dock below. It needs no
 * session: the caller provides the devices and their tracks.
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
          movingSpeed={props.movingSpeed}
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

/** Timeline markers of encounters. */
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

/** The same array while the ids are the same, although every change of the address parses them again. */
function useStableIds(ids: readonly number[] = NO_IDS): readonly number[] {
  const key = ids.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains all ids
  return useMemo(() => ids, [key]);
}

const NO_IDS: readonly number[] = [];
