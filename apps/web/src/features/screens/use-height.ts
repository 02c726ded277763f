import { type RefCallback, useCallback, useState } from 'react';

/** Height of an element in pixels, before style sheets enlarge it, and its `ref`. */
export function useHeight(): [number, RefCallback<HTMLElement>] {
  const [height, setHeight] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setHeight(Math.floor(entry?.contentRect.height ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [height, measure];
}
