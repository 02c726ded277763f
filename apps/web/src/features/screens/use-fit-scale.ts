import { useSyncExternalStore } from 'react';

/** The size for which big screens are designed. Texts have 16.2 px at least: 1.5 % of the height. */
export const DESIGN = { width: 1_920, height: 1_080 } as const;

function subscribe(onChange: () => void): () => void {
  addEventListener('resize', onChange);
  return () => removeEventListener('resize', onChange);
}

/** How the design fills the window without being cut off: factor, and margins in pixels. */
export function useFitScale() {
  const size = useSyncExternalStore(subscribe, () => `${innerWidth} ${innerHeight}`);
  const [width = 0, height = 0] = size.split(' ').map(Number);
  const scale = Math.min(width / DESIGN.width, height / DESIGN.height);
  return { scale, left: (width - DESIGN.width * scale) / 2, top: (height - DESIGN.height * scale) / 2 };
}
