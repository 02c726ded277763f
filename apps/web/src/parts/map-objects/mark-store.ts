import { create } from 'zustand';
import { readStored } from '../../ui/stored.ts';

/** The specification's spacings of distance markers, metres. */
export const SPACINGS = [1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000] as const;
const FIRST_SPACING = 1_000;
const KEY = 'distanceMarkSpacing';

const asSpacing = (stored: unknown): number | null => SPACINGS.find((one) => one === stored) ?? null;

interface MarkState {
  /** Routes along which distances are marked. */
  readonly marked: ReadonlySet<number>;
  /** Metres; remembered by this browser. */
  readonly spacing: number;
  readonly mark: (routeId: number, on: boolean) => void;
  readonly setSpacing: (spacing: number) => void;
}

export const useMarks = create<MarkState>((set) => ({
  marked: new Set(),
  spacing: readStored(KEY, asSpacing) ?? FIRST_SPACING,
  mark: (routeId, on) =>
    set(({ marked }) => {
      const next = new Set(marked);
      if (on) next.add(routeId);
      else next.delete(routeId);
      return { marked: next };
    }),
  setSpacing(spacing) {
    localStorage.setItem(KEY, JSON.stringify(spacing));
    set({ spacing });
  },
}));
