import type { MapView } from './map-view.ts';
import { drawMarks } from './marks/mark-canvas.ts';

/** Draws a picture of the map, with the marks over it, as large as what it is drawn on. */
export type DrawMap = (into: CanvasRenderingContext2D) => void;

/**
 * Hands over each picture of the map, and has one drawn at each frame also where nothing moves. What is on its canvas can be read only
 * then, within the call: the engine does not keep it for later, which costs other maps nothing.
 *
 * @returns ends that.
 */
export function eachPicture(view: MapView, take: (drawMap: DrawMap) => void): () => void {
  const { engine } = view;
  const drawMap: DrawMap = (into) => {
    const { width, height } = into.canvas;
    const map = engine.getCanvas();
    into.drawImage(map, 0, 0, width, height);
    drawMarks(view, into, width / map.clientWidth);
  };
  const drawn = engine.on('render', () => {
    take(drawMap);
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
