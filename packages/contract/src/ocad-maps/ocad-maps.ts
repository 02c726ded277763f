import { z } from 'zod';
import { DISPLAYS } from '../entities/map-object.ts';
import { emptyResult, id, listOf, name, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { uploadedFile } from '../uploaded-file.ts';
import { ocadMap, ocadPlacementForm, paperPoint } from './ocad-map.ts';

const ROLE = 'eob_plugin_race_layer';

const FILE_ERRORS = [
  'ocad-too-large',
  'ocad-type',
  'ocad-old',
  'ocad-version',
  'ocad-malformed',
  'ocad-objects',
  'ocad-expands',
  'ocad-empty',
  'ocad-costly',
] as const;

const POINT_ERRORS = [
  'layer-points',
  'layer-points-uneven',
  'layer-points-line',
  'layer-points-method',
  'layer-off-map',
] as const;

export const queryOcadMaps = operation({
  name: 'queryOcadMaps',
  summary: 'Maps of OCAD files of the account, by name.',
  access: { permission: 'viewer', roles: [ROLE] },
  effect: 'none',
  payload: z.object({
    uid,
    display: z.enum(DISPLAYS).optional().describe('only maps with this value; default: all'),
  }),
  result: listOf(ocadMap).extend({ abilities: z.object({ add: z.boolean() }) }),
  errors: [],
});

export const addOcadMap = operation({
  name: 'addOcadMap',
  summary: 'Uploads an OCAD file. A batch task cuts its tiles.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  uploadBytes: LIMITS.ocadRequestBytes,
  uploadTooLarge: 'ocad-too-large',
  payload: z.object({
    uid,
    ocadFile: uploadedFile.describe('OCAD 9 to 12, 2018 and later, at most 8 MB'),
    mapName: name,
  }),
  result: z.object({ mapId: id }),
  errors: ['ocad-limit', 'task-limit', 'task-queue-full', ...FILE_ERRORS],
});

export const editOcadMap = operation({
  name: 'editOcadMap',
  summary: 'Renames an OCAD map, or places it by points. A batch task cuts its tiles again if it moves.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, mapId: id, mapName: name.optional(), ...ocadPlacementForm.partial().shape }),
  result: emptyResult,
  errors: ['ocad-unknown', 'task-limit', 'task-queue-full', ...POINT_ERRORS],
});

export const changeOcadMapDisplay = operation({
  name: 'changeOcadMapDisplay',
  summary: 'Shows or hides an OCAD map on the maps of the account.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, mapId: id, display: z.enum(DISPLAYS) }),
  result: emptyResult,
  errors: ['ocad-unknown'],
});

export const deleteOcadMap = operation({
  name: 'deleteOcadMap',
  summary: 'Deletes an OCAD map with its file and tiles.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  payload: z.object({ uid, mapId: id }),
  result: emptyResult,
  errors: ['ocad-unknown'],
});

export const PAPER_SIZES = ['A4', 'A3'] as const;
export type PaperSize = (typeof PAPER_SIZES)[number];

export const printOcadMap = operation({
  name: 'printOcadMap',
  summary: 'A PDF page with the map at an exact scale, drawn as vectors.',
  access: { permission: 'viewer', roles: [ROLE] },
  effect: 'none',
  heavy: true,
  bodyBytes: 32_768,
  responseType: 'bytes',
  payload: z.object({
    uid,
    mapId: id,
    scale: z.int().min(LIMITS.printScale.min).max(LIMITS.printScale.max).describe('denominator: 10000'),
    paper: z.enum(PAPER_SIZES),
    landscape: z.boolean(),
    x: paperPoint.shape.x
      .optional()
      .describe('point on paper in the middle of the page, in millimetres; default: that of the map'),
    y: paperPoint.shape.y.optional(),
    hiddenColors: z
      .array(z.int().nonnegative())
      .max(LIMITS.ocadColors)
      .default([])
      .describe('indexes of `colors`'),
  }),
  result: z.instanceof(Uint8Array<ArrayBuffer>).describe('a PDF file'),
  errors: ['ocad-unknown', 'file-unknown', 'ocad-costly'],
});
