import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

/** Pixels that an arrow key moves, without and with Shift. */
const STEP = 1;
const LARGE_STEP = 10;
const KEY_DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Handlers of an element that is dragged, or moved with the arrow keys.
 *
 * @param onMove distance moved in screen pixels, to the right and down
 */
export function useDragMoves(onMove: (dx: number, dy: number) => void) {
  const last = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const end = () => {
    last.current = null;
  };
  return {
    onPointerDown(event: PointerEvent<Element>): void {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = { x: event.clientX, y: event.clientY };
    },
    onPointerMove({ clientX: x, clientY: y }: PointerEvent<Element>): void {
      if (last.current === null) return;
      onMove(x - last.current.x, y - last.current.y);
      last.current = { x, y };
    },
    onPointerUp: end,
    onPointerCancel: end,
    onKeyDown(event: KeyboardEvent<Element>): void {
      const direction = KEY_DIRECTIONS[event.key];
      if (direction === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const step = event.shiftKey ? LARGE_STEP : STEP;
      onMove(direction[0] * step, direction[1] * step);
    },
  };
}
