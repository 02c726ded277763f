import { createStore, useStore } from 'zustand';

/** What somebody is choosing for the account and has not saved: it is seen at once in this page, and nowhere else. */
export interface Preview {
  readonly sysName?: string;
  readonly logoUrl?: string | null;
  readonly themeColor?: string;
  readonly textColor?: string;
}

const NONE: Preview = {};
const store = createStore<{ readonly preview: Preview }>(() => ({ preview: NONE }));

export function usePreview(): Preview {
  return useStore(store, ({ preview }) => preview);
}

export function showPreview(preview: Preview): void {
  store.setState({ preview });
}

export function endPreview(): void {
  store.setState({ preview: NONE });
}
