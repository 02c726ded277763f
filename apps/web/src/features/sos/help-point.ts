import { create } from 'zustand';

interface HelpPointState {
  /** Trackers on the help point screen, the first one centred; null: closed. */
  readonly trackerIds: readonly number[] | null;
  readonly open: (trackerIds: readonly number[]) => void;
  readonly close: () => void;
}

export const useHelpPoint = create<HelpPointState>((set) => ({
  trackerIds: null,
  open: (trackerIds) => set({ trackerIds }),
  close: () => set({ trackerIds: null }),
}));
