import { useCallback, useEffect, useState } from 'react';
import type { Bounds, MapView } from '../../../map/map-view.ts';
import { type ClockStore, createClockStore } from './clock-store.ts';
import type { ReplayView } from './replay-address.ts';

/** What every replay screen has: its map, once that can be drawn on, and its clock. */
export interface ReplayStage {
  readonly view: MapView | null;
  readonly setView: (view: MapView | null) => void;
  readonly clock: ClockStore;
  /** What the map shows now. */
  readonly area: () => Bounds | null;
}

/** A map and a clock that stops with the screen. */
export function useReplayStage(): ReplayStage {
  const [view, setView] = useState<MapView | null>(null);
  const [clock] = useState(createClockStore);
  useEffect(() => () => clock.close(), [clock]);
  return { view, setView, clock, area: () => view?.area() ?? null };
}

/** Writes to the address where the clock stands and how fast it goes. */
export function useSettle(clock: ClockStore, onShown: (change: Partial<ReplayView>) => void): () => void {
  return useCallback(() => {
    const { time, level } = clock.get();
    onShown({ time, level });
  }, [clock, onShown]);
}
