import type { MapView } from './map-view.ts';

/**
 * Hands over the map's canvas at each picture of it, and has one drawn at each frame also where nothing moves. What is on the canvas can
 * be read only then, within the call: the engine does not keep it for later, which costs other maps nothing.
 *
 * @returns ends that.
 */
export function eachPicture(view: MapView, take: (canvas: HTMLCanvasElement) => void): () => void {
  const { engine } = view;
  const drawn = engine.on('render', () => {
    take(engine.getCanvas());
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
