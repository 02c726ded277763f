import type { CSSProperties, Ref } from 'react';
import styles from './draggable-marker.module.css';
import { useDragMoves } from './use-drag-moves.ts';

interface DraggableMarkerProps {
  readonly ref?: Ref<HTMLButtonElement>;
  readonly number: number;
  /** Accessible name. */
  readonly label: string;
  readonly style?: CSSProperties;
  /** Distance moved in screen pixels, to the right and down. */
  readonly onMove: (dx: number, dy: number) => void;
}

/** A numbered marker that is dragged, or moved with the arrow keys. The caller places it. */
export function DraggableMarker({ ref, number, label, style, onMove }: DraggableMarkerProps) {
  const moves = useDragMoves(onMove);
  return (
    <button ref={ref} type="button" className={styles.marker} style={style} aria-label={label} {...moves}>
      {number}
    </button>
  );
}
