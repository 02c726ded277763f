import { createPortal } from 'react-dom';
import type { MapView } from '../../map/map-view.ts';
import styles from './hover-name.module.css';

interface HoverNameProps {
  readonly view: MapView;
  readonly name: string;
  /** Pixels of the map. */
  readonly x: number;
  readonly y: number;
}

/** The name of the object under the pointer. */
export function HoverName({ view, name, x, y }: HoverNameProps) {
  return createPortal(
    <div
      className={styles.name}
      style={{ transform: `translate(${x + 14}px, ${y + 14}px)` }}
      aria-hidden="true"
    >
      {name}
    </div>,
    view.engine.getContainer(),
  );
}
