import { useEffect, useState } from 'react';
import type { ClockStore } from '../core/clock-store.ts';
import { type Standing, standingsAt } from './ranking.ts';
import type { Run } from './runs.ts';

/** Interval of updates, milliseconds: looks live and stays readable. */
const REFRESH_MS = 250;

/** The ranking at the current time, updated at most four times a second. */
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
      timer ??= setTimeout(update, Math.max(0, last + REFRESH_MS - performance.now()));
    });
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, [clock, runs, live]);
  return standings;
}
