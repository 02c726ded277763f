import type { MapView } from './map-view.ts';
import { drawMarkers } from './markers/marker-canvas.ts';

/** Draws a picture of the map, with the marks over it, as large as what it is drawn on. */
export type DrawMap = (into: CanvasRenderingContext2D) => void;

/**
 * Hands over each picture of the map, and has one drawn at each frame also where nothing moves. What is on its canvas can be read only
 * then, within the call: the engine does not keep it for later, which costs other maps nothing.
 *
 * @returns ends that.
 */
export function captureFrames(view: MapView, onFrame: (drawMap: DrawMap) => void): () => void {
  const { engine } = view;
  const drawMap: DrawMap = (context) => {
    const { width, height } = context.canvas;
    const map = engine.getCanvas();
    context.drawImage(map, 0, 0, width, height);
    drawMarkers(view, context, width / map.clientWidth);
  };
  const subscription = engine.on('render', () => {
    onFrame(drawMap);
    engine.triggerRepaint();
  });
  engine.triggerRepaint();
  return () => subscription.unsubscribe();
}

/** Pixels of the map's pictures. */
export function getFrameSize(view: MapView): { readonly width: number; readonly height: number } {
  const { width, height } = view.engine.getCanvas();
  return { width, height };
}
