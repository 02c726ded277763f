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
/** Escape gives up through the surface, which knows what else is open. */
const keyEvents = { cancel: null, finish: 'Enter' };

/**
 * terra-draw's mode for a kind of drawing.
 *
 * @param tolerance pixels round the first or the last corner in which a click ends the shape.
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
      // Round on the ground, not on the map.
      return new TerraDrawCircleMode({ ...options, keyEvents, projection: 'globe' });
    case 'marker':
      return new TerraDrawPointMode(options);
  }
}
