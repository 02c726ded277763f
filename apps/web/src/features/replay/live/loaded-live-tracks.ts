import type { Track } from '@wakeline/domain/tracks/track';
import {
  activitiesOf,
  NO_CONTEXT,
  startAt,
  type TrackActivities,
  type TrackContext,
} from '@wakeline/domain/tracks/track-activities';
import { createTrackLine } from '@wakeline/domain/tracks/track-line';
import { summarizeTrack } from '@wakeline/domain/tracks/track-summary';
import type { ActivitySetup } from '../core/activity-setup.ts';
import type { LoadedTrack } from '../core/loaded-track.ts';

interface LiveTrack {
  readonly loaded: LoadedTrack;
  readonly activities: TrackActivities;
  readonly context: TrackContext;
}

/** Derives what is drawn from new tracks; unchanged ones keep their objects. Without a setup there is nothing. */
export function createLoadedTracks(
  getSetup: () => ActivitySetup | null,
): (tracks: ReadonlyMap<number, Track>) => ReadonlyMap<number, LoadedTrack> {
  let before = new Map<number, LiveTrack>();
  return (tracks) => {
    const setup = getSetup();
    const next = new Map<number, LiveTrack>();
    for (const [trackerId, track] of setup === null ? [] : tracks) {
      const previous = before.get(trackerId);
      if (setup === null) break;
      if (previous?.loaded.track === track) next.set(trackerId, previous);
      else next.set(trackerId, toLiveTrack(trackerId, track, setup, previous));
    }
    before = next;
    return new Map([...next].map(([trackerId, { loaded }]) => [trackerId, loaded]));
  };
}

function toLiveTrack(
  trackerId: number,
  track: Track,
  { rule, contexts }: ActivitySetup,
  previous: LiveTrack | undefined,
): LiveTrack {
  const context =
    previous === undefined ? (contexts.get(trackerId) ?? NO_CONTEXT) : contextAfter(track, previous);
  const window = { from: track.time[0] ?? 0, to: track.time.at(-1) ?? 0 };
  const activities = activitiesOf(track, window, rule, { ...context, after: [] });
  const loaded = {
    trackerId,
    track,
    coarse: false,
    line: createTrackLine(track),
    stays: activities.stays,
    summary: summarizeTrack(track, activities),
    changes: null,
  };
  return { loaded, activities, context };
}

/** The old end of a live track is trimmed: what the device did before goes on. */
function contextAfter({ time }: Track, { loaded, activities, context }: LiveTrack): TrackContext {
  const old = loaded.track;
  const first = time[0] ?? 0;
  if (first <= (old.time[0] ?? 0)) return context;
  const trimmed = old.time.findLastIndex((one) => one < first);
  return { ...NO_CONTEXT, start: startAt(old, trimmed, activities.activities) };
}
