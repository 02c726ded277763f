import { useCallback, useEffect, useState } from 'react';
import type { Bounds, MapView } from '../../../map/map-view.ts';
import { type ClockStore, createClockStore } from './clock-store.ts';
import type { ReplayView } from './replay-address.ts';

/** The common state of replay screens: the map, when it is ready, and the clock. */
export interface ReplayScreen {
  readonly view: MapView | null;
  readonly setView: (view: MapView | null) => void;
  readonly clock: ClockStore;
  /** The visible area of the map. */
  readonly getVisibleBounds: () => Bounds | null;
}

/** A map and a clock that stops with the screen. */
export function useReplayScreen(): ReplayScreen {
  const [view, setView] = useState<MapView | null>(null);
  const [clock] = useState(createClockStore);
  useEffect(() => () => clock.close(), [clock]);
  return { view, setView, clock, getVisibleBounds: () => view?.getVisibleBounds() ?? null };
}

/** Writes the clock's time and speed to the address. */
export function useSaveClock(
  clock: ClockStore,
  onReplayViewChange: (change: Partial<ReplayView>) => void,
): () => void {
  return useCallback(() => {
    const { time, level } = clock.get();
    onReplayViewChange({ time, level });
  }, [clock, onReplayViewChange]);
}
