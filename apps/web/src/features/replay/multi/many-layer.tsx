import type { Meeting } from '@wakeline/domain/replay/meetings';
import { placeAt } from '@wakeline/domain/replay/playback';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { MapView } from '../../../map/map-view.ts';
import { goTo } from '../../../map/replay/go-to.ts';
import {
  type PlacedDevice,
  type ReplayDevicesOnMap,
  showReplayDevices,
} from '../../../map/replay/replay-devices-on-map.ts';
import { replayStatus } from '../../../map/replay/replay-status.ts';
import type { ShownTrack } from '../../../map/replay/shown-track.ts';
import { useShownTracks } from '../../../map/replay/use-shown-tracks.ts';
import type { ClockStore } from '../core/clock-store.ts';
import type { Wake } from '../core/replay-address.ts';
import { boundsOf } from '../core/track-bounds.ts';
import type { Run } from './runs.ts';
import { useManyCamera } from './use-many-camera.ts';
import type { ManyChoices } from './use-many-choices.ts';
import type { Meetings } from './use-meetings.ts';

interface ManyLayerProps {
  readonly view: MapView;
  /** Those that are shown. */
  readonly runs: readonly Run[];
  readonly clock: ClockStore;
  /** Minutes of the way behind them that are drawn strong; null: all since the start. */
  readonly wake: Wake;
  readonly choices: ManyChoices;
  readonly meetings: Meetings;
  /** What is replayed, and whether it is still read: another one is shown whole. */
  readonly request: string;
  readonly onMeeting: (meeting: Meeting) => void;
}

/** Devices of a replay on the map. The time goes from the clock to the map at each frame, past React. */
export function ManyLayer({
  view,
  runs,
  clock,
  wake,
  choices,
  meetings,
  request,
  onMeeting,
}: ManyLayerProps) {
  const [shown, setShown] = useState<ReplayDevicesOnMap | null>(null);
  const latest = useRef({ runs, choices, meetings, onMeeting });
  latest.current = { runs, choices, meetings, onMeeting };

  useEffect(() => {
    const made = showReplayDevices(view, {
      onDevice: (trackerId) => latest.current.choices.select(trackerId),
      onMeeting(index) {
        const meeting = latest.current.meetings?.[index];
        if (meeting !== undefined) latest.current.onMeeting(meeting);
      },
    });
    setShown(made);
    return () => {
      setShown(null);
      made.stop();
    };
  }, [view]);

  const tracks = useMemo(() => runs.flatMap(shownTrack), [runs]);
  const lines = useShownTracks(view, tracks, LINES_ALONE);

  useEffect(() => {
    const behind = wake === null ? null : wake * MINUTE_MS;
    const draw = () => {
      const { time } = clock.get();
      lines?.setTime(time, behind);
      shown?.place(placesOf(runs, time));
    };
    draw();
    return clock.subscribe(draw);
  }, [shown, lines, runs, clock, wake]);

  useEffect(() => shown?.meet(meetings ?? []), [shown, meetings]);

  useManyCamera(view, {
    clock,
    runs,
    target: choices.target,
    onLetGo: () => choices.setTarget(null),
  });

  // The first part shows where it is, the last all of it, unless somebody is followed; a screen that comes back stands where it was left.
  const fitted = useRef<{ view: MapView; request: string } | null>(null);
  useEffect(() => {
    const before = fitted.current;
    if (runs.length === 0 || (before?.view === view && before.request === request)) return;
    fitted.current = { view, request };
    if (latest.current.choices.target === null) fitAll(view, runs);
  }, [view, runs, request]);
  return null;
}

const MINUTE_MS = 60_000;
/** The devices have marks of their own, and the stays of many would cover the map. */
const LINES_ALONE = { stays: false, markers: false } as const;

function shownTrack({ trackerId, device, mark, loaded }: Run): ShownTrack[] {
  if (loaded === null) return [];
  const { track, line, stays, coarse } = loaded;
  return [{ trackerId, track, line, stays, coarse, icon: device.icon, color: mark.colour }];
}

/** Shows the tracks of all of them. */
export function fitAll(view: MapView, runs: readonly Run[]): void {
  const bounds = boundsOf(runs.map(({ track }) => track));
  if (bounds !== null) view.fit(bounds);
}

/** Leads to where a device is now. */
export function goToRun(view: MapView, { track }: Run, clock: ClockStore): void {
  const place = placeAt(track, clock.get().time);
  if (place !== null) goTo(view, place);
}

function placesOf(runs: readonly Run[], time: number): PlacedDevice[] {
  return runs.flatMap(({ trackerId, track, mark, device, from, loaded }) => {
    const place = placeAt(track, time);
    if (place === null) return [];
    const on = time >= (track.time[from] ?? 0) && time < (track.time[track.length - 1] ?? 0);
    const moves = on && replayStatus(place, time, loaded?.stays ?? []) === 'RUNNING';
    return { trackerId, number: mark.number, name: device.name, place, moves };
  });
}
