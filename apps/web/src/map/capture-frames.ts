import type { MapView } from './map-view.ts';
import { drawSurface } from './surface/surface.ts';

/** Draws the current frame of the map with its markers, scaled to the target canvas. */
export type DrawMap = (into: CanvasRenderingContext2D) => void;

/**
 * Calls back with each frame of the map, and repaints continuously even if nothing moves. The canvas can be read only
 * during the call: the engine does not preserve its drawing buffer, which would slow down every map.
 *
 * @returns a function that stops the capture.
 */
export function captureFrames(view: MapView, onFrame: (drawMap: DrawMap) => void): () => void {
  const { engine } = view;
  const drawMap: DrawMap = (context) => {
    const { width, height } = context.canvas;
    const map = engine.getCanvas();
    context.drawImage(map, 0, 0, width, height);
    drawSurface(view, context, width / map.clientWidth);
  };
  const subscription = engine.on('render', () => {
    onFrame(drawMap);
    engine.triggerRepaint();
  });
  engine.triggerRepaint();
  return () => subscription.unsubscribe();
}

/** Size of the map canvas in pixels. */
export function getFrameSize(view: MapView): { readonly width: number; readonly height: number } {
  const { width, height } = view.engine.getCanvas();
  return { width, height };
}
