import { z } from 'zod';
import { id, name, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { DISPLAYS, position } from './map-object.ts';

/** A point on an image: pixels from its top left corner, to the right and down. */
export const picturePoint = z.object({
  x: z.number().min(0).max(LIMITS.layerPointPixels),
  y: z.number().min(0).max(LIMITS.layerPointPixels),
});
export type PicturePoint = z.infer<typeof picturePoint>;

/** Form of an image layer, without its image. The two lists of control points are in the same order. */
export const mapLayerForm = z.object({
  layerName: name,
  layerPoints: z
    .array(picturePoint)
    .max(LIMITS.layerPoints)
    .describe('control points on the image: at least three, not collinear'),
  mapPoints: z
    .array(position)
    .max(LIMITS.layerPoints)
    .describe('positions of the control points on the map, same order and number'),
  opacity: z.int().min(0).max(100).describe('percent'),
  sort: z.int().min(0).max(9_999).describe('stacking order: higher values are on top'),
  display: z.enum(DISPLAYS),
});
export type MapLayerForm = z.infer<typeof mapLayerForm>;

/**
 * An image on the map. Its corners are computed from the control points
 * (`packages/domain/src/layers/layer-placement.ts`) and are named as if the top of the image were north.
 */
export const mapLayer = mapLayerForm.extend({
  layerId: id,
  layerUrl: text.describe('address of the image'),
  width: z.int().positive().describe('width of the image in pixels, the unit of `layerPoints`'),
  height: z.int().positive(),
  northwest: position.describe('top left corner'),
  northeast: position.describe('top right corner'),
  southeast: position.describe('bottom right corner'),
  southwest: position.describe('bottom left corner'),
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type MapLayer = z.infer<typeof mapLayer>;
