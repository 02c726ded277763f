import type { ReplayClock } from '@wakeline/domain/replay/replay-clock';
import type { ReplayView } from './replay-address.ts';

/** First and last time that can be played. */
export interface PlaybackSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The clock for the loaded tracks.
 *
 * @param initial time and speed level of the address
 * @param keepState whether the clock already played the same tracks: then it continues
 */
export function fitClockToSpan(
  before: ReplayClock,
  { from, to }: PlaybackSpan,
  initial: Pick<ReplayView, 'time' | 'level'> | null,
  keepState: boolean,
): ReplayClock {
  const time = keepState ? before.time : (initial?.time ?? from);
  return {
    start: from,
    end: to,
    time: Math.min(to, Math.max(from, time)),
    playing: keepState && before.playing,
    level: keepState ? before.level : (initial?.level ?? before.level),
  };
}
