import { useSyncExternalStore } from 'react';

/** Whether a media query holds now, such as `(prefers-color-scheme: dark)`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

/** Below this width there is no room for a panel beside the map. The style sheets use the same number. */
const PHONE = '(max-width: 719px)';

export function usePhone(): boolean {
  return useMedia(PHONE);
}

export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}
