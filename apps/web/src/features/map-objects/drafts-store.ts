import { create } from 'zustand';
import type { FormSubject } from './form-subject.ts';

interface DraftsState {
  /** A form that was hidden with something unsaved in it, to be brought back. */
  readonly left: FormSubject | null;
  /** One that the person wants back: the panel of its kind takes it. */
  readonly wanted: FormSubject | null;
  readonly leave: (left: FormSubject | null) => void;
  readonly want: (wanted: FormSubject | null) => void;
}

/** Forms that were given up with something in them: hiding a panel cancels its form, and can be undone. */
export const useDrafts = create<DraftsState>((set) => ({
  left: null,
  wanted: null,
  leave: (left) => set({ left }),
  want: (wanted) => set({ wanted, left: null }),
}));
