import { create } from 'zustand';
import { readLocalStorage } from '../../ui/local-storage.ts';

/** The specification's spacings of distance markers in metres. */
export const SPACINGS = [1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000] as const;
const DEFAULT_SPACING = 1_000;
const STORAGE_KEY = 'distanceMarkSpacing';

const parseSpacing = (stored: unknown): number | null =>
  SPACINGS.find((spacing) => spacing === stored) ?? null;

interface DistanceMarkerState {
  /** Routes with distance markers. */
  readonly markedRoutes: ReadonlySet<number>;
  /** Metres; stored in this browser. */
  readonly spacing: number;
  readonly setMarked: (routeId: number, on: boolean) => void;
  readonly setSpacing: (spacing: number) => void;
}

export const useDistanceMarkers = create<DistanceMarkerState>((set) => ({
  markedRoutes: new Set(),
  spacing: readLocalStorage(STORAGE_KEY, parseSpacing) ?? DEFAULT_SPACING,
  setMarked: (routeId, enabled) =>
    set(({ markedRoutes }) => {
      const next = new Set(markedRoutes);
      if (enabled) next.add(routeId);
      else next.delete(routeId);
      return { markedRoutes: next };
    }),
  setSpacing(spacing) {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(spacing));
    set({ spacing });
  },
}));
