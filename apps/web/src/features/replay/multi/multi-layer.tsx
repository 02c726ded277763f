import type { Encounter } from '@wakeline/domain/replay/encounters';
import { positionAtTime } from '@wakeline/domain/replay/playback';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MapView } from '../../../map/map-view.ts';
import { goTo } from '../../../map/replay/go-to.ts';
import {
  type ReplayDevicePosition,
  type ReplayDevicesOnMap,
  showReplayDevices,
} from '../../../map/replay/replay-devices-on-map.ts';
import { replayStatus } from '../../../map/replay/replay-status.ts';
import { useVisibleTracks } from '../../../map/replay/use-visible-tracks.ts';
import type { VisibleTrack } from '../../../map/replay/visible-track.ts';
import type { ClockStore } from '../core/clock-store.ts';
import type { TrailLength } from '../core/replay-address.ts';
import { boundsOf } from '../core/track-bounds.ts';
import type { Run } from './runs.ts';
import type { Encounters } from './use-encounters.ts';
import { useMultiCamera } from './use-multi-camera.ts';
import type { MultiChoices } from './use-multi-choices.ts';

interface MultiLayerProps {
  readonly view: MapView;
  /** The visible devices. */
  readonly runs: readonly Run[];
  /** km/h from which a device of the account counts as moving. */
  readonly movingSpeed: number;
  readonly clock: ClockStore;
  /** Trail length in minutes; null: everything since the start. */
  readonly trailMinutes: TrailLength;
  readonly choices: MultiChoices;
  readonly encounters: Encounters;
  /** Identifies the request and its loading phase: a change fits the map to all tracks. */
  readonly fitKey: string;
  readonly onEncounter: (encounter: Encounter) => void;
}

/** Draws the devices of a replay on the map. The clock updates the map at each frame, bypassing React. */
export function MultiLayer({
  view,
  runs,
  movingSpeed,
  clock,
  trailMinutes,
  choices,
  encounters,
  fitKey,
  onEncounter,
}: MultiLayerProps) {
  const [devicesOnMap, setDevicesOnMap] = useState<ReplayDevicesOnMap | null>(null);
  const latest = useRef({ runs, choices, encounters, onEncounter });
  latest.current = { runs, choices, encounters, onEncounter };

  useEffect(() => {
    const created = showReplayDevices(view, {
      onDevice: (trackerId) => latest.current.choices.select(trackerId),
      onEncounter(index) {
        const encounter = latest.current.encounters?.[index];
        if (encounter !== undefined) latest.current.onEncounter(encounter);
      },
    });
    setDevicesOnMap(created);
    return () => {
      setDevicesOnMap(null);
      created.stop();
    };
  }, [view]);

  const tracks = useMemo(() => runs.flatMap((run) => toVisibleTrack(run, movingSpeed)), [runs, movingSpeed]);
  const tracksOnMap = useVisibleTracks(view, tracks, LINES_ONLY);

  useEffect(() => {
    const trailMs = trailMinutes === null ? null : trailMinutes * MINUTE_MS;
    const draw = () => {
      const { time, playing } = clock.get();
      tracksOnMap?.setTime(time, trailMs, playing ? 'steady' : 'dragged');
      devicesOnMap?.setDevices(devicePositionsAt(runs, time, movingSpeed));
    };
    draw();
    return clock.subscribe(draw);
  }, [devicesOnMap, tracksOnMap, runs, clock, trailMinutes, movingSpeed]);

  useEffect(() => devicesOnMap?.setEncounters(encounters ?? []), [devicesOnMap, encounters]);

  useMultiCamera(view, {
    clock,
    runs,
    target: choices.target,
    onRelease: () => choices.setTarget(null),
  });

  // Fits the map to the first loaded tracks, and again to the complete ones, unless a device is followed. A screen
  // that returns keeps its camera.
  const fitted = useRef<{ view: MapView; request: string } | null>(null);
  useEffect(() => {
    const before = fitted.current;
    if (runs.length === 0 || (before?.view === view && before.request === fitKey)) return;
    fitted.current = { view, request: fitKey };
    if (latest.current.choices.target === null) fitAll(view, runs);
  }, [view, runs, fitKey]);
  return null;
}

const MINUTE_MS = 60_000;
/** Devices have their own markers, and stays of several devices would cover the map. */
const LINES_ONLY = { stays: false, markers: false } as const;

function toVisibleTrack({ trackerId, device, marker, loaded }: Run, movingSpeed: number): VisibleTrack[] {
  if (loaded === null) return [];
  const { track, line, stays, coarse } = loaded;
  return [{ trackerId, track, line, stays, movingSpeed, coarse, icon: device.icon, color: marker.colour }];
}

/** Fits the map to the tracks of all devices. */
export function fitAll(view: MapView, runs: readonly Run[]): void {
  const bounds = boundsOf(runs.map(({ track }) => track));
  if (bounds !== null) view.fit(bounds);
}

/** Focuses the current position of a device. */
export function goToRun(view: MapView, { track }: Run, clock: ClockStore): void {
  const position = positionAtTime(track, clock.get().time);
  if (position !== null) goTo(view, position);
}

function devicePositionsAt(runs: readonly Run[], time: number, movingSpeed: number): ReplayDevicePosition[] {
  return runs.flatMap(({ trackerId, track, marker, device, from, loaded }) => {
    const position = positionAtTime(track, time);
    if (position === null) return [];
    const isUnderWay = time >= (track.time[from] ?? 0) && time < (track.time[track.length - 1] ?? 0);
    const status = replayStatus(position, time, loaded?.stays ?? [], movingSpeed);
    const isMoving = isUnderWay && status === 'RUNNING';
    return { trackerId, number: marker.number, name: device.name, position, isMoving };
  });
}
