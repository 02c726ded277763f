import { useState } from 'react';

/**
 * A setting of this browser that persists across page loads, such as whether a panel is collapsed. `parse` returns null
 * for values it cannot read; then `initial` applies.
 */
export function useLocalStorage<T>(
  key: string,
  initial: T,
  parse: (stored: unknown) => T | null,
): [value: T, set: (value: T) => void] {
  const [value, setValue] = useState<T>(() => readLocalStorage(key, parse) ?? initial);
  return [
    value,
    (next) => {
      setValue(next);
      localStorage.setItem(key, JSON.stringify(next));
    },
  ];
}

export function readLocalStorage<T>(key: string, parse: (stored: unknown) => T | null): T | null {
  const text = localStorage.getItem(key);
  if (text === null) return null;
  try {
    return parse(JSON.parse(text));
  } catch (error) {
    // The stored text is not JSON: handled as if nothing were stored.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export const parseBoolean = (stored: unknown): boolean | null =>
  typeof stored === 'boolean' ? stored : null;

/** Ids that the user toggled, such as hidden devices. */
export const parseNumbers = (stored: unknown): number[] | null =>
  Array.isArray(stored) && stored.every((item) => typeof item === 'number') ? stored : null;
