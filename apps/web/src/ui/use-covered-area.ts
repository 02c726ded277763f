import { type RefCallback, useCallback, useState } from 'react';

/** Pixels from the element's left edge to the right edge of its frame, and from its top edge to the bottom. */
export interface CoveredArea {
  readonly right: number;
  readonly bottom: number;
}

const NOTHING: CoveredArea = { right: 0, bottom: 0 };

/**
 * How much of its frame an element at the right or bottom edge covers.
 * @returns the covered area (zero while the element is not mounted) and the `ref` of the element.
 */
export function useCoveredArea(): [CoveredArea, RefCallback<HTMLElement>] {
  const [coveredArea, setCoveredArea] = useState(NOTHING);
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const frame = element.offsetParent;
      // The element is hidden and keeps its last size.
      if (frame === null) return;
      const right = frame.clientWidth - element.offsetLeft;
      const bottom = frame.clientHeight - element.offsetTop;
      setCoveredArea((previous) =>
        previous.right === right && previous.bottom === bottom ? previous : { right, bottom },
      );
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      setCoveredArea(NOTHING);
    };
  }, []);
  return [coveredArea, measure];
}
