import type { Position } from '@wakeline/domain/fences/fence-shape';
import type { MapView } from '../map-view.ts';

/** Where the pointer was pressed on the map. */
export interface PointerPress {
  readonly pixel: { readonly x: number; readonly y: number };
  readonly coordinates: Position;
}

/**
 * Tracks where the pointer was pressed, and reports a release outside the map, for which the map receives no event.
 */
export interface PressListener {
  /** Null before the first press. */
  readonly last: PointerPress | null;
  stop(): void;
}

export function listenToPress(view: MapView, onReleaseOutside: () => void): PressListener {
  const canvas = view.engine.getCanvas();
  let last: PointerPress | null = null;

  function press({ clientX, clientY }: PointerEvent): void {
    const { left, top } = canvas.getBoundingClientRect();
    const pixel = { x: clientX - left, y: clientY - top };
    const { lng, lat } = view.unproject(pixel);
    last = { pixel, coordinates: [lng, lat] };
  }
  function release({ target }: PointerEvent): void {
    if (target !== canvas) onReleaseOutside();
  }

  addEventListener('pointerup', release);
  canvas.addEventListener('pointerdown', press);
  return {
    get last() {
      return last;
    },
    stop() {
      removeEventListener('pointerup', release);
      canvas.removeEventListener('pointerdown', press);
    },
  };
}
