import { z } from 'zod';
import { layerCorners } from './entities/map-layer.ts';
import { id, listOf, text, uid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { operation } from './operation.ts';
import type { Roles } from './roles.ts';
import { uploadedFile } from './uploaded-file.ts';

/** Own layers and race layers share their files. */
const ROLES = ['eob_plugin_custom_map', 'eob_plugin_race_layer'] as const satisfies Roles;

export const layerUpload = {
  bodyBytes: LIMITS.layerFieldsBytes,
  uploadBytes: LIMITS.layerRequestBytes,
  uploadTooLarge: 'layer-too-large',
} as const;

/** The file of a layer, and what says where it lies. */
export const layerFile = z.object({
  picture: uploadedFile.describe(
    'PNG, JPEG, GIF (first frame), TIFF, PDF (first page) or KMZ with one ground overlay, at most 8 MB',
  ),
  positionFile: text
    .max(LIMITS.positionFileCharacters)
    .optional()
    .describe('content of a world file (six numbers) or of a KML file with one ground overlay'),
  coordinateSystem: z
    .int()
    .positive()
    .optional()
    .describe('EPSG code of a world file, or of a GeoTIFF that does not name its own'),
});

/** Layers of one kind in their stacking order. */
export const layerOrder = z
  .array(id)
  .min(1)
  .max(LIMITS.layersPerAccount)
  .describe('all layers of this kind of the account, from bottom to top');

export const POINT_ERRORS = [
  'layer-points',
  'layer-points-uneven',
  'layer-points-line',
  'layer-points-method',
  'layer-off-map',
] as const;

export const LAYER_FILE_ERRORS = [
  'layer-too-large',
  'layer-type',
  'layer-file-expands',
  'layer-file-costly',
  'layer-pdf-encrypted',
  'layer-world-file',
  'layer-overlay-missing',
  'layer-overlay-several',
  'layer-overlay-position',
  'layer-overlay-picture',
  'coordinate-system-unknown',
  'coordinate-system-area',
  'picture-pixels',
  'picture-side',
  'picture-broken',
] as const;

/** Where the position of a file comes from. */
export const POSITION_SOURCES = ['geotiff', 'kmz', 'kml', 'worldFile'] as const;

export const readLayerFile = operation({
  name: 'readLayerFile',
  summary:
    'Reads the file of a layer for its form: a picture to look at for a day, its size, and its position.',
  access: { permission: 'editor', roles: ROLES },
  effect: 'own',
  ...layerUpload,
  payload: layerFile.extend({ uid }),
  result: z.object({
    pictureUrl: text.describe('address of the picture, at most 4,096 pixels wide and high'),
    width: z.int().positive().describe('width of the image in the file in pixels; a PDF page has 300 dpi'),
    height: z.int().positive(),
    position: layerCorners
      .extend({ source: z.enum(POSITION_SOURCES) })
      .nullable()
      .describe('corners in WGS-84; null: the file has no position, or its coordinate system is unknown'),
    coordinateSystem: z.int().nullable().describe('EPSG code of the position; null: none'),
    needsCoordinateSystem: z.boolean().describe('whether there is a position that needs `coordinateSystem`'),
  }),
  errors: ['layer-picture-limit', ...LAYER_FILE_ERRORS],
});

/** A coordinate system for a chooser. */
export const coordinateSystem = z.object({
  code: z.int().describe('EPSG code'),
  name: text,
  area: text.describe('area of use, in English'),
});
export type SystemList = readonly z.infer<typeof coordinateSystem>[];

export const queryCoordinateSystems = operation({
  name: 'queryCoordinateSystems',
  summary: 'Coordinate systems by name, country or EPSG code.',
  access: { permission: 'viewer', roles: ROLES },
  effect: 'none',
  payload: z.object({ uid, text: text.max(LIMITS.name).describe('at least two characters') }),
  result: listOf(coordinateSystem),
  errors: [],
});
