import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { MapView } from '../map-view.ts';

/** Where the pointer was pressed on the map. */
export interface Pressed {
  readonly pixel: { readonly x: number; readonly y: number };
  readonly place: Position;
}

/** Follows where the pointer is pressed, and whether it is let go beside the map, which is not told of that. */
export interface PressListener {
  /** Null before the first time. */
  readonly last: Pressed | null;
  stop(): void;
}

export function listenToPress(view: MapView, onLetGoBeside: () => void): PressListener {
  const canvas = view.engine.getCanvas();
  let last: Pressed | null = null;

  function press({ clientX, clientY }: PointerEvent): void {
    const { left, top } = canvas.getBoundingClientRect();
    const pixel = { x: clientX - left, y: clientY - top };
    const { lng, lat } = view.unproject(pixel);
    last = { pixel, place: [lng, lat] };
  }
  function letGo({ target }: PointerEvent): void {
    if (target !== canvas) onLetGoBeside();
  }

  addEventListener('pointerup', letGo);
  canvas.addEventListener('pointerdown', press);
  return {
    get last() {
      return last;
    },
    stop() {
      removeEventListener('pointerup', letGo);
      canvas.removeEventListener('pointerdown', press);
    },
  };
}
