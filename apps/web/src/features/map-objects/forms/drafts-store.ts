import { create } from 'zustand';
import { onUserDataCleared } from '../../../service/session.ts';
import type { FormSubject } from './form-subject.ts';

interface DraftsState {
  /** A form that was closed with unsaved input and can be restored. */
  readonly draft: FormSubject | null;
  /** The draft to be restored by the panel of its kind. */
  readonly toRestore: FormSubject | null;
  readonly save: (draft: FormSubject) => void;
  readonly restore: (toRestore: FormSubject | null) => void;
  /** Discards this draft, but not a newer one. */
  readonly discard: (draft: FormSubject) => void;
}

/** Drafts of closed forms: closing a panel cancels its form, which can be undone for a while. */
export const useDrafts = create<DraftsState>((set) => ({
  draft: null,
  toRestore: null,
  save: (draft) => set({ draft }),
  restore: (toRestore) => set({ toRestore, draft: null }),
  discard: (draft) => set((state) => (state.draft === draft ? { draft: null } : {})),
}));

// Drafts belong to the user.
onUserDataCleared(() => useDrafts.setState({ draft: null, toRestore: null }));
