import { type CSSProperties, type KeyboardEvent, type PointerEvent, type Ref, useRef } from 'react';
import styles from './draggable-marker.module.css';

/** Pixels that an arrow key moves the marker, without and with Shift. */
const STEP = 1;
const LARGE_STEP = 10;
const KEY_DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

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
  const last = useRef<{ readonly x: number; readonly y: number } | null>(null);

  function startDrag(event: PointerEvent<HTMLButtonElement>): void {
    if (event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    last.current = { x: event.clientX, y: event.clientY };
  }

  function drag({ clientX: x, clientY: y }: PointerEvent<HTMLButtonElement>): void {
    if (last.current === null) return;
    onMove(x - last.current.x, y - last.current.y);
    last.current = { x, y };
  }

  function moveByKey(event: KeyboardEvent<HTMLButtonElement>): void {
    const direction = KEY_DIRECTIONS[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? LARGE_STEP : STEP;
    onMove(direction[0] * step, direction[1] * step);
  }

  return (
    <button
      ref={ref}
      type="button"
      className={styles.marker}
      style={style}
      aria-label={label}
      onPointerDown={startDrag}
      onPointerMove={drag}
      onPointerUp={() => {
        last.current = null;
      }}
      onPointerCancel={() => {
        last.current = null;
      }}
      onKeyDown={moveByKey}
    >
      {number}
    </button>
  );
}
