import { type RefCallback, useCallback, useState } from 'react';

/** Pixels from an element's left edge to the right one of its frame, and from its top edge to the bottom. */
export interface Covered {
  readonly right: number;
  readonly bottom: number;
}

const NOTHING: Covered = { right: 0, bottom: 0 };

/**
 * How much of its frame an element covers that stands at the right or the bottom edge of it, as it is drawn.
 *
 * @returns the measure, zero while it is not there, and the `ref` of the element.
 */
export function useCovered(): [Covered, RefCallback<HTMLElement>] {
  const [covered, setCovered] = useState(NOTHING);
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const sized = new ResizeObserver(() => {
      const frame = element.offsetParent;
      // Hidden: it comes back as it was.
      if (frame === null) return;
      const right = frame.clientWidth - element.offsetLeft;
      const bottom = frame.clientHeight - element.offsetTop;
      setCovered((before) =>
        before.right === right && before.bottom === bottom ? before : { right, bottom },
      );
    });
    sized.observe(element);
    return () => {
      sized.disconnect();
      setCovered(NOTHING);
    };
  }, []);
  return [covered, measure];
}
