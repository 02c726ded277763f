import {
  TerraDrawCircleMode,
  TerraDrawLineStringMode,
  TerraDrawPointMode,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
} from 'terra-draw';
import type { DrawKind } from './draw-surface.ts';

/** Only the left button draws. */
const pointerEvents = {
  leftClick: true,
  rightClick: false,
  contextMenu: false,
  onDragStart: true,
  onDrag: true,
  onDragEnd: true,
};
/** The surface handles Escape, because it also knows the other open steps. */
const keyEvents = { cancel: null, finish: 'Enter' };

/**
 * The terra-draw mode for a kind of drawing.
 *
 * @param tolerance pixels around the first or last vertex in which a click finishes the shape.
 */
export function createTerraMode(kind: DrawKind, tolerance: number) {
  const options = { pointerEvents, pointerDistance: tolerance, modeName: kind };
  switch (kind) {
    case 'line':
      return new TerraDrawLineStringMode({ ...options, keyEvents, showCoordinatePoints: true });
    case 'polygon':
      return new TerraDrawPolygonMode({ ...options, keyEvents, showCoordinatePoints: true });
    case 'rectangle':
      return new TerraDrawRectangleMode({ ...options, keyEvents });
    case 'circle':
      // A true circle on the ground, not on the map.
      return new TerraDrawCircleMode({ ...options, keyEvents, projection: 'globe' });
    case 'marker':
      return new TerraDrawPointMode(options);
  }
}
