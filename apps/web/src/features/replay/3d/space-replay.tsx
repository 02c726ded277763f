import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { WholeTarget } from '../../../map/3d/camera-poses.ts';
import type { BodyKind } from '../../../map/3d/scene-bodies.ts';
import { colourRange, type SceneColour } from '../../../map/3d/scene-colours.ts';
import type { SceneTrack } from '../../../map/3d/scene-track.ts';
import type { ShownBase } from '../../../map/base/shown-base.ts';
import { iconOf } from '../../../map/icons/glyphs.ts';
import type { Bounds, MapView } from '../../../map/map-view.ts';
import { AccountGround } from '../../../parts/map-kit/account-ground.tsx';
import { TILTED_PANELS } from '../../../parts/map-kit/map-panels.ts';
import type { ClockStore } from '../core/clock-store.ts';
import { ReplayDock } from '../core/dock/replay-dock.tsx';
import { ReplayFrame } from '../core/frame/replay-frame.tsx';
import { useFramePanel } from '../core/frame/use-frame-panel.ts';
import type { TracksLoad } from '../core/loaded-track.ts';
import type { LineColor, ReplayView } from '../core/replay-address.ts';
import { boundsOf } from '../core/track-bounds.ts';
import { useReplaySetup } from '../core/use-replay-setup.ts';
import { useSettle } from '../core/use-replay-stage.ts';
import { type ReplayDevice, type Run, runsOf, spanOf } from '../multi/runs.ts';
import { useManyClock } from '../multi/use-many-clock.ts';
import { CameraBar } from './camera-bar.tsx';
import { DeviceReadout } from './device-readout.tsx';
import { Profile } from './profile.tsx';
import type { SpaceView } from './space-address.ts';
import { type FlatGround, SpaceChoices } from './space-choices.tsx';
import styles from './space-replay.module.css';
import { useSpace } from './use-space.ts';

interface SpaceReplayProps {
  /** What is replayed; null: nothing yet. */
  readonly shown: ReplayView | null;
  readonly onShown: (change: Partial<ReplayView>) => void;
  readonly space: SpaceView;
  readonly onSpace: (change: Partial<SpaceView>) => void;
  readonly devices: ReadonlyMap<number, ReplayDevice>;
  readonly load: TracksLoad;
  readonly onRetry: () => void;
  readonly clock: ClockStore;
  readonly base: ShownBase | null;
  /** The map, once it can be drawn on. */
  readonly view: MapView | null;
  readonly onView: (view: MapView | null) => void;
  /** In the panel, below the title: of what this is a replay, or the form that asks. */
  readonly children: ReactNode;
  /** The form stands there: nothing else does. */
  readonly asking: boolean;
}

const MINUTE_MS = 60_000;
const FLYING: ReadonlySet<string> = new Set(['aircraft', 'airliner', 'helicopter', 'glider', 'drone']);

/** The map with tracks in space, the devices and how they are drawn beside it, heights and time below. */
export function SpaceReplay(props: SpaceReplayProps) {
  const { shown, onShown, space, onSpace, devices, load, onRetry, clock, base, view, asking } = props;
  const { t } = useTranslation('replay3d');
  const panel = useFramePanel('replay3dPanel', asking);

  const ids = shown?.trackerIds;
  const runs = useMemo(() => runsOf(ids ?? [], devices, load.tracks, false), [ids, devices, load.tracks]);
  useManyClock(clock, spanOf(runs, false), shown);
  const timed = useMemo(() => runs.flatMap(({ loaded }) => loaded ?? []), [runs]);
  const tracks = useMemo(() => runs.flatMap(spaceTrackOf), [runs]);
  const target = runs.some(({ trackerId, loaded }) => trackerId === shown?.follow && loaded !== null)
    ? (shown?.follow ?? null)
    : (tracks[0]?.trackerId ?? null);
  const whole = useWhole(tracks, space.rise);
  const colour = colourOf(shown?.color ?? 'none');
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
  const usable = elevation !== null && coordinates === 'wgs84' && space.relief;
  const wake = shown?.wake ?? null;
  const settle = useSettle(clock, onShown);
  const { camera, groundFailed } = useSpace(view, {
    tracks,
    clock,
    wake: wake === null ? null : wake * MINUTE_MS,
    colour,
    shown: space,
    elevation: usable ? elevation : null,
    coordinates,
    target,
    whole,
    covered: panel.padding.left + panel.padding.bottom,
    onFree: () => onSpace({ camera: 'free', look: null }),
    onLook: () => camera !== null && onSpace({ look: camera.look() }),
  });
  const flat: FlatGround =
    setup === undefined
      ? 'groundUnknown'
      : setup === null
        ? 'groundUnread'
        : elevation === null
          ? 'groundNone'
          : coordinates !== 'wgs84'
            ? 'groundShifted'
            : groundFailed
              ? 'groundFailed'
              : null;
  const grounded = runs.filter(({ loaded }) => loaded !== null && !hasHeights(loaded.track));

  return (
    <ReplayFrame
      panel={panel}
      title={t('title')}
      opener={t('title')}
      question={props.children}
      found={
        !asking &&
        tracks.length > 0 && (
          <>
            <section className={styles.devices} aria-label={t('devices')}>
              {runs.map((run) => (
                <DeviceReadout
                  key={run.trackerId}
                  run={run}
                  clock={clock}
                  chosen={run.trackerId === target}
                  onChoose={() => onShown({ follow: run.trackerId })}
                />
              ))}
            </section>
            {grounded.length > 0 && (
              <p className={styles.note} role="status">
                {t('noAltitudeOf', { names: grounded.map(({ device }) => device.name).join(t('and')) })}
              </p>
            )}
            <SpaceChoices
              shown={space}
              onShown={onSpace}
              colour={colour}
              onColour={(next) => onShown({ color: next })}
              range={range}
              flat={flat}
              attribution={elevation?.attribution ?? null}
            />
          </>
        )
      }
      trackerIds={ids ?? NOBODY}
      devices={devices}
      load={load}
      onRetry={onRetry}
      mapLabel={t('map')}
      base={base}
      tilts
      view={view}
      onView={props.onView}
      panels={TILTED_PANELS}
      corner={
        tracks.length > 0 && (
          <CameraBar
            chosen={space.camera}
            camera={camera}
            onChoose={(next) => onSpace({ camera: next, look: null })}
          />
        )
      }
      dock={
        tracks.length > 0 ? (
          <ReplayDock
            clock={clock}
            tracks={timed}
            onSettled={settle}
            wake={wake}
            onWake={(next) => onShown({ wake: next })}
            above={<Profile runs={runs} clock={clock} onSettled={settle} />}
          />
        ) : null
      }
    >
      {view && <AccountGround view={view} />}
    </ReplayFrame>
  );
}

const NOBODY: readonly number[] = [];

/** What all tracks take; the same object while it is the same. */
function useWhole(tracks: readonly SceneTrack[], rise: number): WholeTarget | null {
  const area = useMemo(() => JSON.stringify(boundsOf(tracks.map(({ track }) => track))), [tracks]);
  const top = useMemo(
    () =>
      colourRange(
        tracks.map(({ track }) => track),
        'height',
      )?.most ?? 0,
    [tracks],
  );
  return useMemo(() => {
    const bounds = JSON.parse(area) as Bounds | null;
    return bounds === null ? null : { area: bounds, top: top * rise };
  }, [area, top, rise]);
}

function spaceTrackOf({ trackerId, loaded, mark, device }: Run): SceneTrack[] {
  if (loaded === null) return [];
  const body: BodyKind =
    device.icon.iconType === 'STANDARD' && FLYING.has(iconOf(device.icon.iconUrl)) ? 'aircraft' : 'arrow';
  return [{ trackerId, track: loaded.track, levels: loaded.line.levels, colour: mark.colour, body }];
}

function hasHeights({ height }: SceneTrack['track']): boolean {
  return height.some((metres) => !Number.isNaN(metres));
}

/** Of what colours of lines can say, what is shown here. */
function colourOf(color: LineColor): SceneColour {
  return color === 'height' || color === 'speed' ? color : 'none';
}
