import { create } from 'zustand';
import { whenDropped } from '../../../service/session.ts';
import type { FormSubject } from './form-subject.ts';

interface DraftsState {
  /** A form that was hidden with something unsaved in it, to be brought back. */
  readonly left: FormSubject | null;
  /** One that the person wants back: the panel of its kind takes it. */
  readonly wanted: FormSubject | null;
  readonly leave: (left: FormSubject) => void;
  readonly want: (wanted: FormSubject | null) => void;
  /** It is not to be had back any more; one that was left since is. */
  readonly forget: (left: FormSubject) => void;
}

/** Forms that were given up with something in them: hiding a panel cancels its form, and can be undone for a while. */
export const useDrafts = create<DraftsState>((set) => ({
  left: null,
  wanted: null,
  leave: (left) => set({ left }),
  want: (wanted) => set({ wanted, left: null }),
  forget: (left) => set((state) => (state.left === left ? { left: null } : {})),
}));

// What one person typed is not for the next.
whenDropped(() => useDrafts.setState({ left: null, wanted: null }));
