import { useEffect, useState } from 'react';
import type { ClockStore } from '../core/clock-store.ts';
import { type Standing, standingsAt } from './ranking.ts';
import type { Run } from './runs.ts';

/** Interval of updates during playback, milliseconds: looks live and stays readable. */
const REFRESH_MS = 250;
/** While the time is dragged: rows that move take frames from the markers on a slow machine. */
const DRAG_REFRESH_MS = 1_000;

/** The ranking at the current time, updated at most four times a second, and once while the time is dragged. */
export function useStandings(clock: ClockStore, runs: readonly Run[], live: boolean): readonly Standing[] {
  const [standings, setStandings] = useState<readonly Standing[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    let last = 0;
    function update(): void {
      timer = null;
      last = performance.now();
      setStandings(standingsAt(runs, clock.get().time, live));
    }
    update();
    const stop = clock.subscribe(() => {
      const interval = clock.get().playing ? REFRESH_MS : DRAG_REFRESH_MS;
      timer ??= setTimeout(update, Math.max(0, last + interval - performance.now()));
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [clock, runs, live]);
  return standings;
}
