import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { useReducedMotion } from '../../ui/media.ts';
import styles from './rolling-list.module.css';
import { BigScreenContext } from './screen-text.ts';

/** Milliseconds for which a position of the list stays. */
const STEP_MS = 3_000;
/** Pixels by which it moves on. */
const STEP = 48;

interface RollingListProps {
  readonly label: string;
  /** The list starts again when this changes. */
  readonly count: number;
  readonly children: ReactNode;
}

/**
 * A list that scrolls automatically on a big screen, where nobody scrolls. It pauses under the pointer and while it has the
 * focus, and never moves if the system asks for less motion.
 */
export function RollingList({ label, count, children }: RollingListProps) {
  const isBig = use(BigScreenContext);
  const reducedMotion = useReducedMotion();
  const element = useRef<HTMLDivElement>(null);
  const [isPaused, setPaused] = useState(false);
  const rolls = isBig && !reducedMotion && !isPaused;
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts again with another list
  useEffect(() => {
    if (!rolls) return;
    const timer = setInterval(() => {
      const list = element.current;
      if (list === null || list.scrollHeight <= list.clientHeight) return;
      const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 1;
      list.scrollTo({ top: isAtEnd ? 0 : list.scrollTop + STEP, behavior: isAtEnd ? 'auto' : 'smooth' });
    }, STEP_MS);
    return () => clearInterval(timer);
  }, [rolls, count]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has fields
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
      {children}
    </div>
  );
}
