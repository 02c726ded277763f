import type { MapView } from './map-view.ts';
import { markCanvases } from './marks/mark-canvas.ts';

/**
 * Hands over the map's canvas at each picture of it, with those of the marks over it, the lowest first, and has one drawn at each frame also where nothing moves. What is on the canvas can
 * be read only then, within the call: the engine does not keep it for later, which costs other maps nothing.
 *
 * @returns ends that.
 */
export function eachPicture(
  view: MapView,
  take: (canvases: readonly HTMLCanvasElement[]) => void,
): () => void {
  const { engine } = view;
  const drawn = engine.on('render', () => {
    take([engine.getCanvas(), ...markCanvases(view)]);
    engine.triggerRepaint();
  });
  engine.triggerRepaint();
  return () => drawn.unsubscribe();
}

/** Pixels of the map's pictures. */
export function pixelsOf(view: MapView): { readonly width: number; readonly height: number } {
  const { width, height } = view.engine.getCanvas();
  return { width, height };
}
