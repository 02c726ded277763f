import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { DeviceRows } from './flat-rows.ts';

/** Rows that are there beyond each edge, so that a scroll shows nothing empty. */
const BEYOND = 8;

export interface RowWindow {
  readonly first: number;
  /** One more than the last. */
  readonly end: number;
  /** Scrolls so far that the row is in sight, and no farther. */
  reveal(index: number): void;
}

/** Which rows of the list exist: those in sight and a few beside. The work does not grow with the list. */
export function useRowWindow(scroll: RefObject<HTMLElement | null>, rows: DeviceRows): RowWindow {
  const [sight, setSight] = useState({ top: 0, height: 0 });

  useEffect(() => {
    const element = scroll.current;
    if (element === null) return;
    const look = () => setSight({ top: element.scrollTop, height: element.clientHeight });
    const sized = new ResizeObserver(look);
    sized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', look);
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
  const top = Math.min(sight.top, Math.max(0, rows.height - sight.height));
  return {
    first: Math.max(0, rows.indexAt(top) - BEYOND),
    end: Math.min(rows.count, rows.indexAt(top + sight.height) + 1 + BEYOND),
    reveal,
  };
}
