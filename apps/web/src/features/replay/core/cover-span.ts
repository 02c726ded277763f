import type { ReplayClock } from '@wakeline/domain/replay/replay-clock';
import type { ReplayView } from './replay-address.ts';

/** First and last moment that can be played. */
export interface PlayedSpan {
  readonly from: number;
  readonly to: number;
}

/**
 * The clock of what has been read.
 *
 * @param shown what the address says: where a replay begins, and how fast it goes.
 * @param same whether the clock played the same tracks before: then it goes on where it was.
 */
export function coverSpan(
  before: ReplayClock,
  { from, to }: PlayedSpan,
  shown: Pick<ReplayView, 'time' | 'level'> | null,
  same: boolean,
): ReplayClock {
  const time = same ? before.time : (shown?.time ?? from);
  return {
    start: from,
    end: to,
    time: Math.min(to, Math.max(from, time)),
    playing: same && before.playing,
    level: same ? before.level : (shown?.level ?? before.level),
  };
}
