import { createStore, useStore } from 'zustand';
import { readLocalStorage } from '../ui/local-storage.ts';

/** Light, dark, or as set in the system. */
export type Appearance = 'light' | 'dark' | 'system';
export const APPEARANCES = ['light', 'dark', 'system'] as const satisfies readonly Appearance[];

const STORAGE_KEY = 'appearance';

function parseAppearance(stored: unknown): Appearance | null {
  return APPEARANCES.find((appearance) => appearance === stored) ?? null;
}

const store = createStore<{ readonly appearance: Appearance }>(() => ({
  appearance: readLocalStorage(STORAGE_KEY, parseAppearance) ?? 'system',
}));

export function useAppearance(): Appearance {
  return useStore(store, ({ appearance }) => appearance);
}

export function chooseAppearance(appearance: Appearance): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(appearance));
  store.setState({ appearance });
}
