import { create } from 'zustand';
import { onUserDataCleared } from '../../../service/session.ts';

/** A text that has not been sent. */
export interface MessageDraft {
  readonly text: string;
  readonly urgent: boolean;
  /** Of a new message: the terminals. */
  readonly receivers: readonly number[];
  /** Identifies the attempt to send it, so that a repeated call stores nothing twice; null: it changed since. */
  readonly requestKey: string | null;
}

export const NO_DRAFT: MessageDraft = { text: '', urgent: false, receivers: [], requestKey: null };

/** Drafts by conversation: the id of the terminal, or `new`. They are kept while the user looks elsewhere. */
const useDraftStore = create<{ readonly drafts: Readonly<Record<string, MessageDraft>> }>(() => ({
  drafts: {},
}));

// Drafts belong to the user.
onUserDataCleared(() => useDraftStore.setState({ drafts: {} }));

/** The draft of a conversation, and how to change it. */
export function useDraft(key: string): [MessageDraft, (change: Partial<MessageDraft>) => void] {
  const draft = useDraftStore(({ drafts }) => drafts[key] ?? NO_DRAFT);
  const change = (next: Partial<MessageDraft>) =>
    useDraftStore.setState(({ drafts }) => ({
      drafts: { ...drafts, [key]: { ...(drafts[key] ?? NO_DRAFT), requestKey: null, ...next } },
    }));
  return [draft, change];
}
