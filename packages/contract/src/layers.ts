import { z } from 'zod';
import { mapLayer, mapLayerForm } from './entities/map-layer.ts';
import { DISPLAYS } from './entities/map-object.ts';
import { emptyResult, id, listOf, uid } from './fields.ts';
import { LAYER_FILE_ERRORS, layerFile, layerOrder, layerUpload, POINT_ERRORS } from './layer-files.ts';
import { operation } from './operation.ts';

const ROLE = 'eob_plugin_custom_map';

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
  ...layerUpload,
  payload: mapLayerForm.extend({
    uid,
    ...layerFile.shape,
    layerPoints: mapLayerForm.shape.layerPoints
      .optional()
      .describe('in pixels of the uploaded image; without points, the position of the file is used'),
    mapPoints: mapLayerForm.shape.mapPoints.optional(),
    method: mapLayerForm.shape.method.default('automatic'),
    mapScale: mapLayerForm.shape.mapScale.default(null),
    opacity: mapLayerForm.shape.opacity.default(100),
    sort: mapLayerForm.shape.sort.optional().describe('default: above all others'),
    display: mapLayerForm.shape.display.default('SHOW'),
  }),
  result: z.object({ layerId: id, layerUrl: z.string() }),
  errors: ['layer-limit', 'task-queue-full', 'task-limit', ...POINT_ERRORS, ...LAYER_FILE_ERRORS],
});

export const editLayer = operation({
  name: 'editLayer',
  summary:
    'Changes the given fields of a layer. A new image requires control points or a position of its own.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  ...layerUpload,
  payload: mapLayerForm.partial().extend({
    uid,
    layerId: id,
    ...layerFile.partial().shape,
    layerPoints: mapLayerForm.shape.layerPoints
      .optional()
      .describe('in pixels of the uploaded image if there is one, otherwise of the stored one'),
  }),
  result: emptyResult,
  errors: ['layer-unknown', 'task-queue-full', 'task-limit', ...POINT_ERRORS, ...LAYER_FILE_ERRORS],
});

export const sortLayers = operation({
  name: 'sortLayers',
  summary: 'Sets the stacking order of layers.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, layerIds: layerOrder }),
  result: emptyResult,
  errors: ['layer-unknown'],
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
