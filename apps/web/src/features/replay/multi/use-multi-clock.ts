import { useEffect } from 'react';
import type { ClockStore } from '../core/clock-store.ts';
import { fitClockToSpan, type PlaybackSpan } from '../core/fit-clock-to-span.ts';
import type { ReplayView } from '../core/replay-address.ts';

/**
 * Keeps the clock's span in sync with the loaded tracks. The address sets its initial time and speed; loading more
 * keeps them, and a change of the time mode starts again.
 *
 * @param span first and last time; null: nothing to play
 * @param isLive whether live mode controls the clock: then it is not changed
 */
export function useMultiClock(
  clock: ClockStore,
  span: PlaybackSpan | null,
  replayView: ReplayView | null,
  isLive = false,
): void {
  const from = span?.from;
  const to = span?.to;
  const offset = replayView?.offset ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address sets the clock when tracks are loaded, afterwards it follows the clock
  useEffect(() => {
    if (isLive) return;
    if (from === undefined || to === undefined) {
      clock.change((before) => ({ ...before, playing: false, start: 0, end: 0, time: 0 }));
      return;
    }
    clock.change((before) => {
      // During loading the span grows at both ends; real time and elapsed time do not overlap.
      const keepState = before.end > before.start && before.start < to && before.end > from;
      return fitClockToSpan(before, { from, to }, replayView, keepState);
    });
  }, [clock, from, to, offset, isLive]);
}
