import { create } from 'zustand';

interface HelpPointState {
  /** Whom the help-point screen shows, the first in the middle; null: it is closed. */
  readonly trackerIds: readonly number[] | null;
  readonly open: (trackerIds: readonly number[]) => void;
  readonly close: () => void;
}

export const useHelpPoint = create<HelpPointState>((set) => ({
  trackerIds: null,
  open: (trackerIds) => set({ trackerIds }),
  close: () => set({ trackerIds: null }),
}));
