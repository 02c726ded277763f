import { type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '../../ui/media.ts';
import { fitCompleteRows, nearestRow, type RowEdges } from './complete-rows.ts';
import styles from './rolling-list.module.css';
import { BigScreenContext } from './screen-text.ts';

/** Milliseconds for which a position of the list stays. */
const STEP_MS = 3_000;

interface RollingListProps {
  readonly label: string;
  /** The list starts again when this changes. */
  readonly count: number;
  readonly children: ReactNode;
}

/**
 * A list of complete rows that scrolls automatically on a big screen, where nobody scrolls. It pauses under the pointer and while
 * it has the focus, and never moves if the system asks for less motion.
 */
export function RollingList({ label, count, children }: RollingListProps) {
  const isBig = use(BigScreenContext);
  const reducedMotion = useReducedMotion();
  const space = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLDivElement>(null);
  const [isPaused, setPaused] = useState(false);
  const rolls = isBig && !reducedMotion && !isPaused;
  const behavior = reducedMotion ? 'auto' : 'smooth';
  const fit = useCallback((step: number, behavior: ScrollBehavior) => {
    const [list, outer] = [element.current, space.current];
    if (list === null || outer === null) return;
    const { rows, header } = measureRows(list);
    const room = { height: outer.clientHeight, header };
    const current = nearestRow(rows, list.scrollTop, header);
    const isAtEnd = fitCompleteRows(rows, current, room).isEnd;
    const next = fitCompleteRows(rows, step > 0 && isAtEnd ? 0 : current + step, room);
    list.style.height = `${next.height}px`;
    if (Math.abs(next.scrollTop - list.scrollTop) > 1)
      list.scrollTo({ top: next.scrollTop, behavior: step > 0 && isAtEnd ? 'auto' : behavior });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts again with another list
  useEffect(() => {
    if (!rolls) return;
    const timer = setInterval(() => fit(1, 'smooth'), STEP_MS);
    return () => clearInterval(timer);
  }, [rolls, count, fit]);
  useEffect(() => {
    const [list, outer] = [element.current, space.current];
    if (list === null || outer === null) return;
    const observer = new ResizeObserver(() => fit(0, 'auto'));
    observer.observe(outer);
    for (const child of list.children) observer.observe(child);
    // A list that a person has scrolled.
    const settle = () => fit(0, behavior);
    list.addEventListener('scrollend', settle);
    return () => {
      observer.disconnect();
      list.removeEventListener('scrollend', settle);
    };
  }, [fit, behavior]);
  return (
    <div ref={space} className={styles.space}>
      {/** biome-ignore lint/a11y/useSemanticElements: a fieldset has fields */}
      <div
        ref={element}
        className={styles.list}
        role="group"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what can be scrolled must be reachable by keyboard
        tabIndex={0}
        data-rolling={rolls}
        onPointerEnter={() => setPaused(true)}
        onPointerLeave={() => setPaused(false)}
        onFocus={() => setPaused(true)}
        onBlur={() => setPaused(false)}
      >
        <div>{children}</div>
      </div>
    </div>
  );
}

/** The rows of a list in its own pixels, each with the heading above it, and the height of a sticky header. */
function measureRows(list: HTMLElement): { readonly rows: readonly RowEdges[]; readonly header: number } {
  const box = list.getBoundingClientRect();
  const scale = list.offsetWidth === 0 ? 1 : box.width / list.offsetWidth;
  const place = (y: number) => (y - box.top) / scale + list.scrollTop;
  const rows = [...list.querySelectorAll('li, tbody tr')].map((row) => {
    const heading = row.previousElementSibling === null ? row.parentElement?.previousElementSibling : null;
    const first = heading?.tagName === 'H3' ? heading : row;
    return {
      top: place(first.getBoundingClientRect().top),
      bottom: place(row.getBoundingClientRect().bottom),
    };
  });
  return { rows, header: list.querySelector('thead')?.offsetHeight ?? 0 };
}
