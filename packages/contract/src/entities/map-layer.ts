import { z } from 'zod';
import { id, name, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { DISPLAYS, position } from './map-object.ts';

/** A place on a picture: pixels to the right and down from its top left corner. */
export const picturePoint = z.object({
  x: z.number().min(0).max(LIMITS.layerPointPixels),
  y: z.number().min(0).max(LIMITS.layerPointPixels),
});
export type PicturePoint = z.infer<typeof picturePoint>;

/** What a person fills in for a layer of his own, its picture apart. The two lists of points are pairs, in one order. */
export const mapLayerForm = z.object({
  layerName: name,
  layerPoints: z
    .array(picturePoint)
    .max(LIMITS.layerPoints)
    .describe('reference points on the picture, three at least; not all on one line'),
  mapPoints: z
    .array(position)
    .max(LIMITS.layerPoints)
    .describe('where those points are, in the same order; as many'),
  opacity: z.int().min(0).max(100).describe('percent'),
  sort: z.int().min(0).max(9_999).describe('a higher one lies over a lower one'),
  display: z.enum(DISPLAYS),
});
export type MapLayerForm = z.infer<typeof mapLayerForm>;

/**
 * A picture that lies on the map. Its corners are worked out from the pairs of points (`packages/domain/src/layers/layer-placement.ts`) and are named as if
 * the picture had north on top.
 */
export const mapLayer = mapLayerForm.extend({
  layerId: id,
  layerUrl: text.describe('address of the picture'),
  width: z.int().positive().describe('pixels of the picture; `layerPoints` are in these'),
  height: z.int().positive(),
  northwest: position.describe('top left corner'),
  northeast: position.describe('top right corner'),
  southeast: position.describe('bottom right corner'),
  southwest: position.describe('bottom left corner'),
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type MapLayer = z.infer<typeof mapLayer>;
