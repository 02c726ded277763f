import { z } from 'zod';
import { mapLayer, mapLayerForm } from './entities/map-layer.ts';
import { DISPLAYS } from './entities/map-object.ts';
import { emptyResult, id, listOf, uid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { operation } from './operation.ts';
import { uploadedFile } from './uploaded-file.ts';

const ROLE = 'eob_plugin_custom_map';

const picture = uploadedFile.describe(
  'PNG, JPEG or GIF (first frame only), at most 8 MB; stored with at most 4,096 pixels per side',
);

const upload = { uploadBytes: LIMITS.layerRequestBytes, uploadTooLarge: 'layer-too-large' } as const;

const POINT_ERRORS = ['layer-points', 'layer-points-uneven', 'layer-points-line', 'layer-off-map'] as const;
const PICTURE_ERRORS = [
  'layer-too-large',
  'layer-type',
  'picture-pixels',
  'picture-side',
  'picture-broken',
] as const;

export const queryAllLayers = operation({
  name: 'queryAllLayers',
  summary: 'Image layers of the account, from bottom to top.',
  access: { permission: 'viewer', roles: [ROLE] },
  effect: 'none',
  payload: z.object({
    uid,
    display: z.enum(DISPLAYS).optional().describe('only layers with this value; default: all'),
  }),
  result: listOf(mapLayer).extend({ abilities: z.object({ add: z.boolean() }) }),
  errors: [],
});

export const addLayer = operation({
  name: 'addLayer',
  summary: 'Places an image on the map, georeferenced by control points.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  ...upload,
  payload: mapLayerForm.extend({
    uid,
    picture,
    layerPoints: mapLayerForm.shape.layerPoints.describe('in pixels of the uploaded image'),
    opacity: mapLayerForm.shape.opacity.default(100),
    sort: mapLayerForm.shape.sort.optional().describe('default: above all others'),
    display: mapLayerForm.shape.display.default('SHOW'),
  }),
  result: z.object({ layerId: id, layerUrl: z.string() }),
  errors: ['layer-limit', ...POINT_ERRORS, ...PICTURE_ERRORS],
});

export const editLayer = operation({
  name: 'editLayer',
  summary: 'Changes the given fields of a layer. A new image requires its control points.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  ...upload,
  payload: mapLayerForm.partial().extend({
    uid,
    layerId: id,
    picture: picture.optional(),
    layerPoints: mapLayerForm.shape.layerPoints
      .optional()
      .describe('in pixels of the uploaded image if there is one, otherwise of the stored one'),
  }),
  result: emptyResult,
  errors: ['layer-unknown', ...POINT_ERRORS, ...PICTURE_ERRORS],
});

export const changeLayerDisplay = operation({
  name: 'changeLayerDisplay',
  summary: 'Shows or hides a layer for the account.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, layerId: id, display: z.enum(DISPLAYS) }),
  result: emptyResult,
  errors: ['layer-unknown'],
});

export const deleteLayer = operation({
  name: 'deleteLayer',
  summary: 'Deletes a layer and its image.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, layerId: id }),
  result: emptyResult,
  errors: ['layer-unknown'],
});
