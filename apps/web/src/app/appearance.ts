import { createStore, useStore } from 'zustand';
import { readStored } from '../ui/stored.ts';

/** Light, dark, or what the system has. */
export type Appearance = 'light' | 'dark' | 'system';
export const APPEARANCES = ['light', 'dark', 'system'] as const satisfies readonly Appearance[];

const STORED = 'appearance';

function asAppearance(stored: unknown): Appearance | null {
  return APPEARANCES.find((one) => one === stored) ?? null;
}

const store = createStore<{ readonly appearance: Appearance }>(() => ({
  appearance: readStored(STORED, asAppearance) ?? 'system',
}));

export function useAppearance(): Appearance {
  return useStore(store, ({ appearance }) => appearance);
}

export function chooseAppearance(appearance: Appearance): void {
  localStorage.setItem(STORED, JSON.stringify(appearance));
  store.setState({ appearance });
}
