import { useState } from 'react';

/**
 * A choice of this browser that outlives the page, such as whether a panel is folded. What is stored is read by
 * `read`, which answers null for what it does not understand; then `initial` holds.
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
    // Another program, or a person, wrote something that is not JSON: as if nothing were stored.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export const parseBoolean = (stored: unknown): boolean | null =>
  typeof stored === 'boolean' ? stored : null;

/** Ids that people switched, such as hidden devices. */
export const parseNumbers = (stored: unknown): number[] | null =>
  Array.isArray(stored) && stored.every((item) => typeof item === 'number') ? stored : null;
