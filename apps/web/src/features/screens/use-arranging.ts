import type { ScreenBox } from '@wakeline/contract/screens/screen-box';
import { moveBox, resizeBox, SCREEN_GRID, stepBox } from '@wakeline/domain/screens/screen-grid';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';

type Boxes = readonly ScreenBox[];

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Drag {
  readonly box: ScreenBox;
  readonly isResize: boolean;
  /** Pixels of the window. */
  readonly startX: number;
  readonly startY: number;
  readonly grid: DOMRect;
}

/** Moves and resizes boxes by pointer, which shows the result at once and applies it at the end, and by keys. */
export function useArranging(boxes: Boxes, onChange: (boxes: Boxes) => void) {
  const [preview, setPreview] = useState<Boxes | null>(null);
  const drag = useRef<Drag | null>(null);

  function start(event: PointerEvent<HTMLElement>, box: ScreenBox, isResize: boolean): void {
    const grid = event.currentTarget.closest('[data-grid]')?.getBoundingClientRect();
    if (grid === undefined || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { box, isResize, startX: event.clientX, startY: event.clientY, grid };
  }

  function move(event: PointerEvent<HTMLElement>): void {
    if (drag.current !== null) setPreview(arrange(boxes, drag.current, event));
  }

  function end(event: PointerEvent<HTMLElement>): void {
    const arranged = drag.current === null ? boxes : arrange(boxes, drag.current, event);
    cancel();
    if (arranged !== boxes) onChange(arranged);
  }

  function cancel(): void {
    drag.current = null;
    setPreview(null);
  }

  function press(event: KeyboardEvent<HTMLElement>, box: ScreenBox): void {
    const step = STEPS[event.key];
    if (event.key === 'Escape' && drag.current !== null) cancel();
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const size = { width: box.width + step[0], height: box.height + step[1] };
    const arranged = event.shiftKey ? resizeBox(boxes, box.boxId, size) : stepBox(boxes, box.boxId, step);
    if (arranged !== boxes) onChange(arranged);
  }

  return { arranged: preview ?? boxes, start, move, end, cancel, press };
}

/** The boxes while one of them is dragged. */
function arrange(
  boxes: Boxes,
  { box, isResize, startX, startY, grid }: Drag,
  at: { clientX: number; clientY: number },
) {
  const [cellWidth, cellHeight] = [grid.width / SCREEN_GRID.columns, grid.height / SCREEN_GRID.rows];
  const columns = Math.round((at.clientX - startX) / cellWidth);
  const rows = Math.round((at.clientY - startY) / cellHeight);
  if (isResize) return resizeBox(boxes, box.boxId, { width: box.width + columns, height: box.height + rows });
  const pointer = {
    x: Math.floor((at.clientX - grid.left) / cellWidth),
    y: Math.floor((at.clientY - grid.top) / cellHeight),
  };
  if (columns === 0 && rows === 0) return boxes;
  return moveBox(boxes, box.boxId, { x: box.x + columns, y: box.y + rows }, pointer);
}
