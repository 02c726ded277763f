import { useEffect } from 'react';
import type { ClockStore } from '../core/clock-store.ts';
import { fitClockToSpan, type PlaybackSpan } from '../core/fit-clock-to-span.ts';
import type { ReplayView } from '../core/replay-address.ts';

/**
 * The clock covers what has been read. The address says where it begins and how fast it goes; from then on it goes by itself, also when
 * more is read, and begins anew when it counts another time.
 *
 * @param span first and last moment; null: nothing to play.
 * @param isLive whether somebody else has the clock: then it is left alone.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address moves the clock when tracks come, and follows it from then on
  useEffect(() => {
    if (isLive) return;
    if (from === undefined || to === undefined) {
      clock.change((before) => ({ ...before, playing: false, start: 0, end: 0, time: 0 }));
      return;
    }
    clock.change((before) => {
      // While it is read, a window grows at both ends; the other way to count time has nothing in common with it.
      const same = before.end > before.start && before.start < to && before.end > from;
      return fitClockToSpan(before, { from, to }, replayView, same);
    });
  }, [clock, from, to, offset, isLive]);
}
