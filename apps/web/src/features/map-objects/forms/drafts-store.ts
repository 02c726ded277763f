import { create } from 'zustand';
import { onUserDataCleared } from '../../../service/session.ts';
import type { FormSubject } from './form-subject.ts';

interface DraftsState {
  /** A form that was hidden with something unsaved in it, to be brought back. */
  readonly draft: FormSubject | null;
  /** One that the person wants back: the panel of its kind takes it. */
  readonly toRestore: FormSubject | null;
  readonly save: (draft: FormSubject) => void;
  readonly restore: (toRestore: FormSubject | null) => void;
  /** It is not to be had back any more; one that was left since is. */
  readonly discard: (draft: FormSubject) => void;
}

/** Forms that were given up with something in them: hiding a panel cancels its form, and can be undone for a while. */
export const useDrafts = create<DraftsState>((set) => ({
  draft: null,
  toRestore: null,
  save: (draft) => set({ draft }),
  restore: (toRestore) => set({ toRestore, draft: null }),
  discard: (draft) => set((state) => (state.draft === draft ? { draft: null } : {})),
}));

// What one person typed is not for the next.
onUserDataCleared(() => useDrafts.setState({ draft: null, toRestore: null }));
