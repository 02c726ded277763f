import type { ReplayClock } from '@wakeline/domain/replay/replay-clock';
import type { ReplayView } from './replay-address.ts';

/** First and last moment that can be played. */
export interface PlaybackSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The clock of what has been read.
 *
 * @param initial what the address says: where a replay begins, and how fast it goes.
 * @param keepState whether the clock played the same tracks before: then it goes on where it was.
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
