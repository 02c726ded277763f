import { PLACEMENT_METHODS } from '@wakeline/domain/layers/placement-method';
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

/** Choices of a transformation; `automatic`: the one with the smallest leave-one-out residual. */
export const METHOD_CHOICES = ['automatic', ...PLACEMENT_METHODS] as const;
export type MethodChoice = (typeof METHOD_CHOICES)[number];

/** The control points of an image and how they place it. The two lists are in the same order. */
export const layerPlacementForm = z.object({
  layerPoints: z
    .array(picturePoint)
    .max(LIMITS.layerPoints)
    .describe('control points on the image: at least three, not collinear'),
  mapPoints: z
    .array(position)
    .max(LIMITS.layerPoints)
    .describe('positions of the control points on the map, same order and number'),
  method: z
    .enum(METHOD_CHOICES)
    .describe(
      'similarity and affine need 3 pairs, projective (photographs) 4, spline (distorted maps) 6; automatic compares them',
    ),
  mapScale: z
    .int()
    .min(LIMITS.layerScale.min)
    .max(LIMITS.layerScale.max)
    .nullable()
    .describe('denominator of the scale of a printed map, such as 15000; null: unknown'),
});

/** Fields of an image layer of any kind, without its image. */
export const imageLayerForm = layerPlacementForm.extend({
  layerName: name,
  opacity: z.int().min(0).max(100).describe('percent'),
  sort: z.int().min(0).max(LIMITS.layerSort).describe('stacking order: higher values are on top'),
});
export type ImageLayerForm = z.infer<typeof imageLayerForm>;

/** Corners of an image, named as if the top of the image were north. */
export const layerCorners = z.object({
  northwest: position.describe('top left corner'),
  northeast: position.describe('top right corner'),
  southeast: position.describe('bottom right corner'),
  southwest: position.describe('bottom left corner'),
});

/** Tiles of an image that its corners do not describe, or that is larger than 4,096 pixels. */
export const TILE_STATES = ['none', 'waiting', 'done', 'failed'] as const;
export type TileState = (typeof TILE_STATES)[number];

/** What the server adds to an image layer of any kind. */
export const imageLayerDetails = layerCorners.extend({
  width: z.int().positive().describe('width of the image in pixels, the unit of `layerPoints`'),
  height: z.int().positive(),
  tileState: z
    .enum(TILE_STATES)
    .describe('none: the image is drawn as it is; waiting, failed: until there are tiles, too'),
  tileUrl: text.nullable().describe('address of a PMTiles archive with WebP tiles; null: no tiles yet'),
  tileUrlGcj02: text.nullable().describe('the same for base layers in GCJ-02; null: not in their region'),
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});

/** Form of an own layer. */
export const mapLayerForm = imageLayerForm.extend({ display: z.enum(DISPLAYS) });
export type MapLayerForm = z.infer<typeof mapLayerForm>;

/** An own layer of an account. */
export const mapLayer = mapLayerForm.extend({
  layerId: id,
  layerUrl: text.describe('address of the image, at most 4,096 pixels wide and high'),
  ...imageLayerDetails.shape,
});
export type MapLayer = z.infer<typeof mapLayer>;

/** Display of race layers: 1 visible, 0 hidden. */
export const RACE_DISPLAYS = [0, 1] as const;

/** Form of a race layer. */
export const raceLayerForm = imageLayerForm.extend({ display: z.literal(RACE_DISPLAYS) });

/** A map of a race. */
export const raceLayer = raceLayerForm.extend({
  layerId: id,
  raceLayerUrl: text.describe('address of the image, at most 4,096 pixels wide and high'),
  ...imageLayerDetails.shape,
});
export type RaceLayer = z.infer<typeof raceLayer>;
