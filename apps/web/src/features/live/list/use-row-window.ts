import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { DeviceRows } from './flat-rows.ts';

/** Rows rendered beyond each edge, so that scrolling shows no gaps. */
const OVERSCAN = 8;

export interface RowWindow {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  /** Scrolls just far enough to make the row visible. */
  reveal(index: number): void;
}

/** The rendered rows: the visible ones and the overscan, whatever the size of the list. */
export function useRowWindow(scroll: RefObject<HTMLElement | null>, rows: DeviceRows): RowWindow {
  const [viewport, setViewport] = useState({ top: 0, height: 0 });

  useEffect(() => {
    const element = scroll.current;
    if (element === null) return;
    const measure = () => setViewport({ top: element.scrollTop, height: element.clientHeight });
    const resizeObserver = new ResizeObserver(measure);
    resizeObserver.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      resizeObserver.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroll]);

  const reveal = useCallback(
    (index: number) => {
      const element = scroll.current;
      if (element === null) return;
      const top = rows.topOf(index);
      const bottom = index + 1 < rows.count ? rows.topOf(index + 1) : rows.height;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (bottom > element.scrollTop + element.clientHeight) {
        element.scrollTop = bottom - element.clientHeight;
      }
    },
    [scroll, rows],
  );

  // After a list has become shorter, the browser corrects the scroll position only later.
  const top = Math.min(viewport.top, Math.max(0, rows.height - viewport.height));
  return {
    first: Math.max(0, rows.indexAt(top) - OVERSCAN),
    end: Math.min(rows.count, rows.indexAt(top + viewport.height) + 1 + OVERSCAN),
    reveal,
  };
}
