import { useSyncExternalStore } from 'react';

/** Whether a media query matches now, such as `(prefers-color-scheme: dark)`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}

/** Below this width a panel does not fit beside the map. The style sheets use the same number. */
const PHONE_QUERY = '(max-width: 719px)';

export function usePhone(): boolean {
  return useMedia(PHONE_QUERY);
}

export function useReducedMotion(): boolean {
  return useMedia('(prefers-reduced-motion: reduce)');
}
