import { indexAt, positionAtTime } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';

/** The state of a device at a time: not started, under way, in a gap, finished, or without a track. */
export type RunState = 'before' | 'under-way' | 'gap' | 'finished' | 'none';

/** A device in a replay of several devices. */
export interface Runner {
  readonly trackerId: number;
  /** In the time of the replay clock: real time, or elapsed time. */
  readonly track: Track;
  /** The fix from which its distance counts; -1 for an empty track. */
  readonly from: number;
}

/** The data of a ranking row. */
export interface Standing {
  readonly trackerId: number;
  /** From 1 by distance; equal distances share a rank, and the next rank counts them. Null without a track. */
  readonly rank: number | null;
  readonly state: RunState;
  /** Metres. */
  readonly distance: number;
  /** km/h; null if unknown, and before the start, in a gap and at the end. */
  readonly speed: number | null;
}

/** Closer than this, metres, two devices are tied: positions are not more precise. */
const TIE_METRES = 1;

/**
 * The ranking at a time of the clock, the farthest first; ties in input order, devices without a track last.
 *
 * @param live tracks continue: after its last fix a device keeps its last position until it is inactive for long
 */
export function standingsAt(runners: readonly Runner[], time: number, live = false): Standing[] {
  const all = runners.map((runner) => standingAt(runner, time, live));
  const started = all.filter(({ state }) => state !== 'none').sort(byDistance);
  let rank = 0;
  let tiedDistance = Number.NaN;
  const ranked = started.map((standing, at) => {
    const metres = Math.round(standing.distance / TIE_METRES);
    if (metres !== tiedDistance) rank = at + 1;
    tiedDistance = metres;
    return { ...standing, rank };
  });
  return [...ranked, ...all.filter(({ state }) => state === 'none')];
}

// Rounds before comparing, so that ties are transitive, as sorting requires.
function byDistance(a: Standing, b: Standing): number {
  return Math.round(b.distance / TIE_METRES) - Math.round(a.distance / TIE_METRES);
}

function standingAt({ trackerId, track, from }: Runner, time: number, live: boolean): Standing {
  const state = stateAt(track, from, { time, live });
  return {
    trackerId,
    rank: null,
    state,
    distance: Math.max(0, distanceAt(track, time) - (track.distance[from] ?? 0)),
    speed: state === 'under-way' ? (positionAtTime(track, time)?.speed ?? null) : null,
  };
}

function stateAt(
  track: Track,
  from: number,
  { time, live }: { readonly time: number; readonly live: boolean },
): RunState {
  if (track.length === 0) return 'none';
  if (time < (track.time[from] ?? 0)) return 'before';
  const inactiveMs = time - (track.time[track.length - 1] ?? 0);
  if (inactiveMs >= 0 && !live) return 'finished';
  if (inactiveMs >= 0) return inactiveMs > track.gapAfter ? 'gap' : 'under-way';
  return track.gap[indexAt(track, time)] === 1 ? 'gap' : 'under-way';
}

/**
 * Distance in metres at a time: interpolated between two fixes, that of the last fix in a gap, 0 before the track.
 */
export function distanceAt(track: Track, time: number): number {
  const at = indexAt(track, time);
  const travelled = track.distance[at] ?? 0;
  if (at < 0 || at === track.length - 1 || track.gap[at] === 1) return travelled;
  const start = track.time[at] ?? 0;
  const fraction = (time - start) / ((track.time[at + 1] ?? start) - start);
  return travelled + ((track.distance[at + 1] ?? travelled) - travelled) * fraction;
}
