import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { DeviceRows } from './flat-rows.ts';

/** Rows that are there beyond each edge, so that a scroll shows nothing empty. */
const OVERSCAN = 8;

export interface RowWindow {
  readonly first: number;
  /** One more than the last. */
  readonly end: number;
  /** Scrolls so far that the row is in sight, and no farther. */
  reveal(index: number): void;
}

/** Which rows of the list exist: those in sight and a few beside. The work does not grow with the list. */
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

  // A list that has become shorter is scrolled back by the browser only afterwards.
  const top = Math.min(viewport.top, Math.max(0, rows.height - viewport.height));
  return {
    first: Math.max(0, rows.indexAt(top) - OVERSCAN),
    end: Math.min(rows.count, rows.indexAt(top + viewport.height) + 1 + OVERSCAN),
    reveal,
  };
}
