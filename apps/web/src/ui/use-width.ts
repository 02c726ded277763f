import { type RefCallback, useCallback, useState } from 'react';

/** Rendered width of an element in pixels, and its `ref`. */
export function useWidth(): [number, RefCallback<HTMLElement>] {
  const [width, setWidth] = useState(0);
  const measure = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [width, measure];
}
