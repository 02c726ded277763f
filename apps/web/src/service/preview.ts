import { createStore, useStore } from 'zustand';

/** Unsaved branding of the account while it is edited, and the looks of shared pages: in this page only. */
export interface Preview {
  readonly sysName?: string;
  readonly logoUrl?: string | null;
  readonly themeColor?: string;
  readonly textColor?: string;
  /** Instead of the one that the user has chosen. */
  readonly colorScheme?: 'light' | 'dark';
}

const NO_PREVIEW: Preview = {};
const store = createStore<{ readonly preview: Preview }>(() => ({ preview: NO_PREVIEW }));

export function usePreview(): Preview {
  return useStore(store, ({ preview }) => preview);
}

export function showPreview(preview: Preview): void {
  store.setState({ preview });
}

export function clearPreview(): void {
  store.setState({ preview: NO_PREVIEW });
}
