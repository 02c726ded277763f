import { indexAt, positionAtTime } from '@wakeline/domain/replay/playback';
import type { Track } from '@wakeline/domain/tracks/track';

/**
 * How it stands with a device at a moment: not set off, under way, in a gap, at the end of its track; or there is no track of it at all.
 */
export type RunState = 'before' | 'under-way' | 'gap' | 'finished' | 'none';

/** A device in a replay of many. */
export interface Runner {
  readonly trackerId: number;
  /** By the clock of the replay: the time of the world, or elapsed time. */
  readonly track: Track;
  /** The fix from which its metres count; -1 for an empty track. */
  readonly from: number;
}

/** What a line of the list says. */
export interface Standing {
  readonly trackerId: number;
  /** From 1 by distance; equal distances have one rank, and the next one counts them. Null where there is no track. */
  readonly rank: number | null;
  readonly state: RunState;
  /** Metres. */
  readonly distance: number;
  /** km/h; null where it is not known, or says nothing: before, in a gap and at the end. */
  readonly speed: number | null;
}

/** Nearer than this, metres, two devices are level: the place of neither is known better. */
const TIE_METRES = 1;

/**
 * Everybody at a time of the clock, the farthest first; level ones in the order in which they come, those without a track at the end.
 *
 * @param live the tracks go on: behind its last fix a device is not at the end, but where it was last, until it has been silent for long.
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

// Rounded before they are compared, so that being level is the same for any three: sorting needs that.
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

/** Metres travelled at a time: between two fixes by time, in a gap those of the last fix; 0 before the track. */
export function distanceAt(track: Track, time: number): number {
  const at = indexAt(track, time);
  const travelled = track.distance[at] ?? 0;
  if (at < 0 || at === track.length - 1 || track.gap[at] === 1) return travelled;
  const start = track.time[at] ?? 0;
  const share = (time - start) / ((track.time[at + 1] ?? start) - start);
  return travelled + ((track.distance[at + 1] ?? travelled) - travelled) * share;
}
