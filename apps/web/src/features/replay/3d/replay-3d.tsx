import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { OverviewTarget } from '../../../map/3d/camera-poses.ts';
import type { BodyKind } from '../../../map/3d/scene-bodies.ts';
import { colourRange, type SceneColour } from '../../../map/3d/scene-colours.ts';
import type { SceneTrack } from '../../../map/3d/scene-track.ts';
import type { BaseLayerSelection } from '../../../map/base/base-layer-selection.ts';
import { iconOf } from '../../../map/icons/glyphs.ts';
import type { Bounds, MapView } from '../../../map/map-view.ts';
import { AccountMapLayers } from '../../../parts/map-kit/account-map-layers.tsx';
import { THREE_D_PANELS } from '../../../parts/map-kit/map-panels.ts';
import { useReplaySetup } from '../../../parts/terrain/use-replay-setup.ts';
import type { ClockStore } from '../core/clock-store.ts';
import { ReplayDock } from '../core/dock/replay-dock.tsx';
import { ReplayFrame } from '../core/frame/replay-frame.tsx';
import { useFramePanel } from '../core/frame/use-frame-panel.ts';
import type { TracksLoad } from '../core/loaded-track.ts';
import type { LineColor, ReplayView } from '../core/replay-address.ts';
import { boundsOf } from '../core/track-bounds.ts';
import { useSaveClock } from '../core/use-replay-screen.ts';
import { createRuns, type ReplayDevice, type Run, spanOf } from '../multi/runs.ts';
import { useMultiClock } from '../multi/use-multi-clock.ts';
import { CameraBar } from './camera-bar.tsx';
import { DeviceReadout } from './device-readout.tsx';
import { Profile } from './profile.tsx';
import styles from './replay-3d.module.css';
import type { Replay3dView } from './replay-3d-address.ts';
import { type FlatTerrainReason, SceneOptions } from './scene-options.tsx';
import { useScene3d } from './use-scene-3d.ts';

interface Replay3dProps {
  /** The current replay; null: none yet. */
  readonly replayView: ReplayView | null;
  readonly onReplayViewChange: (change: Partial<ReplayView>) => void;
  readonly view3d: Replay3dView;
  readonly onView3dChange: (change: Partial<Replay3dView>) => void;
  readonly devices: ReadonlyMap<number, ReplayDevice>;
  readonly load: TracksLoad;
  readonly onRetry: () => void;
  readonly clock: ClockStore;
  readonly base: BaseLayerSelection | null;
  /** The map, when it is ready. */
  readonly view: MapView | null;
  readonly onView: (view: MapView | null) => void;
  /** Panel content below the title: a summary of the request, or its form. */
  readonly children: ReactNode;
  /** The form is open: nothing else is displayed. */
  readonly formOpen: boolean;
}

const MINUTE_MS = 60_000;
const FLYING: ReadonlySet<string> = new Set(['aircraft', 'airliner', 'helicopter', 'glider', 'drone']);

/** The 3D map with tracks; devices and display options in the panel, height profile and dock below. */
export function Replay3d(props: Replay3dProps) {
  const {
    replayView,
    onReplayViewChange,
    view3d,
    onView3dChange,
    devices,
    load,
    onRetry,
    clock,
    base,
    view,
    formOpen,
  } = props;
  const { t } = useTranslation('replay3d');
  const panel = useFramePanel('replay3dPanel', formOpen);

  const ids = replayView?.trackerIds;
  const runs = useMemo(() => createRuns(ids ?? [], devices, load.tracks, false), [ids, devices, load.tracks]);
  useMultiClock(clock, spanOf(runs, false), replayView);
  const loadedTracks = useMemo(() => runs.flatMap(({ loaded }) => loaded ?? []), [runs]);
  const tracks = useMemo(() => runs.flatMap(toSceneTrack), [runs]);
  const target = runs.some(({ trackerId, loaded }) => trackerId === replayView?.follow && loaded !== null)
    ? (replayView?.follow ?? null)
    : (tracks[0]?.trackerId ?? null);
  const overview = useOverview(tracks, view3d.exaggeration);
  const colour = toSceneColour(replayView?.color ?? 'none');
  const range = useMemo(
    () =>
      colourRange(
        tracks.map(({ track }) => track),
        colour,
      ),
    [tracks, colour],
  );

  const setup = useReplaySetup();
  const coordinates = base?.layer.coordinates ?? 'wgs84';
  const elevation = setup?.elevation ?? null;
  const hasTerrain = elevation !== null && coordinates === 'wgs84' && view3d.relief;
  const trailMinutes = replayView?.trailMinutes ?? null;
  const saveClock = useSaveClock(clock, onReplayViewChange);
  const { camera, terrainFailed } = useScene3d(view, {
    tracks,
    clock,
    trailMs: trailMinutes === null ? null : trailMinutes * MINUTE_MS,
    colour,
    view3d: view3d,
    elevation: hasTerrain ? elevation : null,
    coordinates,
    target,
    overview,
    covered: panel.padding.left + panel.padding.bottom,
    onFree: () => onView3dChange({ camera: 'free', pose: null }),
    onPoseChange: () => camera !== null && onView3dChange({ pose: camera.getPose() }),
  });
  const flat: FlatTerrainReason =
    setup === undefined
      ? 'groundUnknown'
      : setup === null
        ? 'groundUnread'
        : elevation === null
          ? 'groundNone'
          : coordinates !== 'wgs84'
            ? 'groundShifted'
            : terrainFailed
              ? 'groundFailed'
              : null;
  const withoutAltitude = runs.filter(({ loaded }) => loaded !== null && !hasHeights(loaded.track));

  return (
    <ReplayFrame
      panel={panel}
      title={t('title')}
      openButtonLabel={t('title')}
      requestSection={props.children}
      resultSection={
        !formOpen &&
        tracks.length > 0 && (
          <>
            <section className={styles.devices} aria-label={t('devices')}>
              {runs.map((run) => (
                <DeviceReadout
                  key={run.trackerId}
                  run={run}
                  clock={clock}
                  selected={run.trackerId === target}
                  onSelect={() => onReplayViewChange({ follow: run.trackerId })}
                />
              ))}
            </section>
            {withoutAltitude.length > 0 && (
              <p className={styles.note} role="status">
                {t('noAltitudeOf', {
                  names: withoutAltitude.map(({ device }) => device.name).join(t('and')),
                })}
              </p>
            )}
            <SceneOptions
              view3d={view3d}
              onView3dChange={onView3dChange}
              colour={colour}
              onColourChange={(next) => onReplayViewChange({ color: next })}
              range={range}
              flatReason={flat}
              attribution={elevation?.attribution ?? null}
            />
          </>
        )
      }
      trackerIds={ids ?? NO_IDS}
      devices={devices}
      load={load}
      onRetry={onRetry}
      mapLabel={t('map')}
      base={base}
      canTilt
      view={view}
      onView={props.onView}
      panels={THREE_D_PANELS}
      corner={
        tracks.length > 0 && (
          <CameraBar
            selected={view3d.camera}
            camera={camera}
            onSelect={(next) => onView3dChange({ camera: next, pose: null })}
          />
        )
      }
      dock={
        tracks.length > 0 ? (
          <ReplayDock
            clock={clock}
            tracks={loadedTracks}
            onChangeComplete={saveClock}
            trailMinutes={trailMinutes}
            onTrailMinutes={(next) => onReplayViewChange({ trailMinutes: next })}
            above={<Profile runs={runs} clock={clock} onChangeComplete={saveClock} />}
          />
        ) : null
      }
    >
      {view && <AccountMapLayers view={view} />}
    </ReplayFrame>
  );
}

const NO_IDS: readonly number[] = [];

/** The extent of all tracks; the same object while unchanged. */
function useOverview(tracks: readonly SceneTrack[], exaggeration: number): OverviewTarget | null {
  const area = useMemo(() => JSON.stringify(boundsOf(tracks.map(({ track }) => track))), [tracks]);
  const maxHeight = useMemo(
    () =>
      colourRange(
        tracks.map(({ track }) => track),
        'height',
      )?.max ?? 0,
    [tracks],
  );
  return useMemo(() => {
    const bounds = JSON.parse(area) as Bounds | null;
    return bounds === null ? null : { bounds, maxHeight: maxHeight * exaggeration };
  }, [area, maxHeight, exaggeration]);
}

function toSceneTrack({ trackerId, loaded, marker, device }: Run): SceneTrack[] {
  if (loaded === null) return [];
  const body: BodyKind =
    device.icon.iconType === 'STANDARD' && FLYING.has(iconOf(device.icon.iconUrl)) ? 'aircraft' : 'arrow';
  return [{ trackerId, track: loaded.track, levels: loaded.line.levels, colour: marker.colour, body }];
}

function hasHeights({ height }: SceneTrack['track']): boolean {
  return height.some((metres) => !Number.isNaN(metres));
}

/** The line colours that 3D replay supports. */
function toSceneColour(color: LineColor): SceneColour {
  return color === 'height' || color === 'speed' ? color : 'none';
}
