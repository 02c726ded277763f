import { PLACEMENT_METHODS } from '@wakeline/domain/layers/placement-method';
import { WARNING_KINDS } from '@wakeline/domain/layers/placement-warnings';
import { z } from 'zod';
import {
  layerCorners,
  layerPlacementForm,
  RACE_DISPLAYS,
  raceLayer,
  raceLayerForm,
} from './entities/map-layer.ts';
import { emptyResult, id, listOf, text, uid } from './fields.ts';
import { LAYER_FILE_ERRORS, layerFile, layerOrder, layerUpload, POINT_ERRORS } from './layer-files.ts';
import { LIMITS } from './limits.ts';
import { operation } from './operation.ts';

const ROLE = 'eob_plugin_race_layer';

export const queryAllRaceLayer = operation({
  name: 'queryAllRaceLayer',
  summary: 'Race layers of the account, from bottom to top.',
  access: { permission: 'viewer', roles: [ROLE] },
  effect: 'none',
  payload: z.object({
    uid,
    display: z.literal(RACE_DISPLAYS).optional().describe('only layers with this value; default: all'),
  }),
  result: listOf(raceLayer).extend({ abilities: z.object({ add: z.boolean() }) }),
  errors: [],
});

export const convertPoints = operation({
  name: 'convertPoints',
  summary: 'Computes where control points place an image, and how well they agree, without storing anything.',
  access: { permission: 'viewer', roles: [ROLE] },
  effect: 'none',
  payload: layerPlacementForm.extend({
    uid,
    width: z.int().positive().max(LIMITS.layerPointPixels).describe('of the image, in pixels'),
    height: z.int().positive().max(LIMITS.layerPointPixels),
    method: layerPlacementForm.shape.method.default('automatic'),
    mapScale: layerPlacementForm.shape.mapScale.default(null),
  }),
  result: layerCorners.extend({
    method: z.enum(PLACEMENT_METHODS).describe('the method that was used'),
    residuals: z.array(z.number()).describe('distance of each pair after the fit, in metres'),
    rmse: z.number().describe('root mean square of the residuals, in metres'),
    metresPerPixel: z.number(),
    warnings: z.array(
      z.object({
        kind: z
          .enum(WARNING_KINDS)
          .describe(
            'mirrored; overlapping: the spline overlaps itself; extrapolated: the points cover a small part; outside: a point ' +
              'outside the image; paper: a residual above 1 mm on paper; outlier: a pair that contradicts the others',
          ),
        pair: z.int().nullable().describe('index of the pair; null: all'),
      }),
    ),
  }),
  errors: POINT_ERRORS,
});

export const saveOrUpdateRaceLayer = operation({
  name: 'saveOrUpdateRaceLayer',
  summary: 'Creates a race layer, or changes the given fields of the one with `layerId`.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  ...layerUpload,
  payload: raceLayerForm.partial().extend({
    uid,
    layerId: id.optional(),
    ...layerFile.partial().shape,
    picture: layerFile.shape.picture.optional().describe('required for a new layer'),
    layerPoints: raceLayerForm.shape.layerPoints
      .optional()
      .describe(
        'in pixels of the uploaded image if there is one, otherwise of the stored one; a new image without points uses ' +
          'the position of its file',
      ),
  }),
  result: z.object({ layerId: id, raceLayerUrl: text }),
  errors: [
    'layer-unknown',
    'layer-limit',
    'layer-picture-needed',
    'task-queue-full',
    'task-limit',
    ...POINT_ERRORS,
    ...LAYER_FILE_ERRORS,
  ],
});

export const sortRaceLayers = operation({
  name: 'sortRaceLayers',
  summary: 'Sets the stacking order of race layers.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({
    uid,
    layerIds: layerOrder,
  }),
  result: emptyResult,
  errors: ['layer-unknown'],
});

export const changeRaceLayerDisplay = operation({
  name: 'changeRaceLayerDisplay',
  summary: 'Shows or hides a race layer for the account.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, layerId: id, display: z.literal(RACE_DISPLAYS) }),
  result: emptyResult,
  errors: ['layer-unknown'],
});

export const deleteRaceLayer = operation({
  name: 'deleteRaceLayer',
  summary: 'Deletes a race layer with its image and tiles.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, layerId: id }),
  result: emptyResult,
  errors: ['layer-unknown'],
});
