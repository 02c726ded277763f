import { PLACEMENT_METHODS } from '@wakeline/domain/layers/placement-method';
import { z } from 'zod';
import { DISPLAYS, position } from '../entities/map-object.ts';
import { id, instant, name, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';

/** A point on the paper of an OCAD map: millimetres from the origin of its file, to the right and up. */
export const paperPoint = z.object({
  x: z.number().min(-LIMITS.ocadPaperMillimetres).max(LIMITS.ocadPaperMillimetres),
  y: z.number().min(-LIMITS.ocadPaperMillimetres).max(LIMITS.ocadPaperMillimetres),
});
export type PaperPoint = z.infer<typeof paperPoint>;

/** Choices of a transformation; `automatic`: the one with the smallest leave-one-out residual. */
export const OCAD_METHODS = ['automatic', ...PLACEMENT_METHODS] as const;
export type OcadMethod = (typeof OCAD_METHODS)[number];

/** Pairs of points that place a map whose file has no position. The two lists are in the same order. */
export const ocadPlacementForm = z.object({
  paperPoints: z
    .array(paperPoint)
    .max(LIMITS.layerPoints)
    .describe('points on paper, at least three; none: the position of the file'),
  mapPoints: z.array(position).max(LIMITS.layerPoints).describe('their positions, same order and number'),
  method: z.enum(OCAD_METHODS),
});
export type OcadPlacementForm = z.infer<typeof ocadPlacementForm>;

/** Kinds of layers of the tiles: areas, lines with flat ends, lines with round ends, texts. */
export const OCAD_LAYER_KINDS = ['a', 'l', 'r', 't'] as const;
export type OcadLayerKind = (typeof OCAD_LAYER_KINDS)[number];

/** Where the position of a map comes from. `none`: it is drawn near 0, 0, true to scale, until points place it. */
export const OCAD_POSITIONS = ['file', 'points', 'none'] as const;
export type OcadPositionSource = (typeof OCAD_POSITIONS)[number];

export const OCAD_TILE_STATES = ['waiting', 'done', 'failed'] as const;
export type OcadTileState = (typeof OCAD_TILE_STATES)[number];

/** A color of the file's table. */
export const ocadColor = z.object({
  name: text,
  rgb: z.string().describe('#rrggbb'),
  opacity: z.number().min(0).max(1),
  kinds: z
    .array(z.enum(OCAD_LAYER_KINDS))
    .describe('layers of the tiles with this color: a letter and the index of the color, such as `a12`'),
});
export type OcadColor = z.infer<typeof ocadColor>;

/** What the server reads from an OCAD file. */
export const ocadDetails = z.object({
  ocadVersion: z.int().describe('version of OCAD that wrote the file: 9 to 12, 2018 and later'),
  mapScale: z.number().positive().describe('denominator of the scale: 15000'),
  objects: z.int().nonnegative().describe('number of objects that are drawn'),
  ignoredObjects: z.int().nonnegative().describe('objects that are not: without symbol, images'),
  colors: z.array(ocadColor).describe('bottom to top'),
  paperBounds: z
    .tuple([z.number(), z.number(), z.number(), z.number()])
    .describe('extent on paper: left, bottom, right, top, in millimetres'),
  coordinateSystem: z
    .object({ code: z.int().describe('EPSG code'), name: text })
    .nullable()
    .describe('of the file; null: none, or unknown'),
});
export type OcadDetails = z.infer<typeof ocadDetails>;

/** Tiles of a map. */
export const ocadTiles = z.object({
  bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]).describe('west, south, east, north'),
  corners: z
    .tuple([position, position, position, position])
    .describe('of `paperBounds`: lower left, lower right, upper right, upper left'),
  minZoom: z.int(),
  maxZoom: z.int(),
  metresPerMillimetre: z.number().positive().describe('metres on the ground of a millimetre on paper'),
});
export type OcadTiles = z.infer<typeof ocadTiles>;

/** A map of an OCAD file. */
export const ocadMap = ocadDetails.extend({
  mapId: id,
  mapName: name,
  display: z.enum(DISPLAYS),
  createdTime: instant,
  ...ocadPlacementForm.shape,
  position: z.enum(OCAD_POSITIONS),
  tileState: z
    .enum(OCAD_TILE_STATES)
    .describe('waiting, failed: the tiles are those of the former position, or missing'),
  tiles: ocadTiles.nullable().describe('null: not cut yet'),
  tileUrl: text.nullable().describe('address of a PMTiles archive of vector tiles; null: not cut yet'),
  tileUrlGcj02: text.nullable().describe('the same for base layers in GCJ-02; null: not in their region'),
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type OcadMap = z.infer<typeof ocadMap>;
