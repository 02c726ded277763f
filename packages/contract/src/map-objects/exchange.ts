import { z } from 'zod';
import { MAP_OBJECT_KINDS } from '../entities/map-object.ts';
import { color, id, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { uploadedFile } from '../uploaded-file.ts';

const ROLE = 'eob_plugin_loc_monitor';

export const EXPORT_FORMATS = ['geojson', 'kml', 'gpx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Something in a file that can become an object of the map. */
const importedObject = z.object({
  kind: z.enum(MAP_OBJECT_KINDS),
  name: z.string(),
  line: z.int().positive().nullable().describe('where it begins in the file'),
  pointCount: z.int(),
  length: z.number().nullable().describe('metres, of a route'),
});

export const uploadGPSFile = operation({
  name: 'uploadGPSFile',
  summary:
    'Reads a GPX, KML, KMZ or GeoJSON file: tracks and routes become routes, waypoints labelled points, areas fences. Without `save` it only says what is in it; with it everything is made, or nothing.',
  access: { permission: 'editor', roles: [ROLE] },
  effect: 'account',
  uploadBytes: LIMITS.gpsFileRequestBytes,
  uploadTooLarge: 'gps-file-too-large',
  payload: z.object({
    uid,
    file: uploadedFile.describe('4 MB at most'),
    save: z.boolean().default(false),
    kinds: z
      .array(z.enum(MAP_OBJECT_KINDS))
      .max(MAP_OBJECT_KINDS.length)
      .default([...MAP_OBJECT_KINDS]),
    groupId: id.nullable().default(null),
    color: color.default('#0b5cad').describe('of those to which the file gives none'),
  }),
  result: z.object({
    objects: z.array(importedObject).describe('at most 1,000 of them'),
    total: z.int(),
    counts: z.object({ fence: z.int(), labelPoint: z.int(), route: z.int() }),
    left: z.int().describe('things in the file that are none of these'),
    saved: z.boolean(),
  }),
  errors: [
    'gps-file-too-large',
    'gps-file-type',
    'gps-file-malformed',
    'gps-file-coordinates',
    'gps-file-entities',
    'gps-file-expands',
    'gps-file-entries',
    'gps-file-costly',
    'gps-file-points',
    'gps-file-empty',
    'group-unknown',
    'fence-shape-wrong',
    'fence-too-few-points',
    'fence-self-crosses',
    'fence-hole-outside',
    'fence-radius',
    'fence-too-large',
    'fence-limit',
    'label-point-limit',
    'route-limit',
  ],
});

export const exportMapObjects = operation({
  name: 'exportMapObjects',
  summary: 'Writes fences, labelled points or routes into a GeoJSON, KML or GPX file: a batch task.',
  access: { permission: 'viewer', roles: [ROLE] },
  effect: 'own',
  bodyBytes: 655_360,
  payload: z.object({
    uid,
    kind: z.enum(MAP_OBJECT_KINDS),
    ids: z.array(id).min(1).max(LIMITS.fencesPerAccount).optional().describe('only these; left out: all'),
    format: z.enum(EXPORT_FORMATS),
    name: text.max(LIMITS.name).optional().describe('of the file'),
  }),
  result: z.object({ taskProgressId: id }),
  // The last one is what the task may fail with.
  errors: ['task-limit', 'export-empty', 'export-too-large'],
});
