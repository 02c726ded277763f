import { useEffect, useState } from 'react';

/** Milliseconds after the last key until a search is sent. */
const PAUSE_MS = 250;

/** The value, once it has not changed for a moment. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return debounced;
}
