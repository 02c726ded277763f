import { z } from 'zod';
import { MAP_OBJECT_KINDS } from '../entities/map-object.ts';
import { color, id, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { uploadedFile } from '../uploaded-file.ts';

const ROLE = 'eob_plugin_loc_monitor';

export const EXPORT_FORMATS = ['geojson', 'kml', 'gpx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** An object in a file that can be imported. */
const importedObject = z.object({
  kind: z.enum(MAP_OBJECT_KINDS),
  name: z.string(),
  line: z.int().positive().nullable().describe('its first line in the file'),
  pointCount: z.int(),
  length: z.number().nullable().describe('length of a route in metres'),
});

export const uploadGPSFile = operation({
  name: 'uploadGPSFile',
  summary:
    'Imports a GPX, KML, KMZ or GeoJSON file: tracks and routes become routes, waypoints labelled points, areas fences. Without `save` it only lists the contents; with `save` it creates all objects or none.',
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
    color: color.default('#0b5cad').describe('colour of objects that have none in the file'),
  }),
  result: z.object({
    objects: z.array(importedObject).describe('the first 1,000 objects'),
    total: z.int(),
    counts: z.object({ fence: z.int(), labelPoint: z.int(), route: z.int() }),
    left: z.int().describe('number of elements in the file that cannot be imported'),
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
  summary: 'Exports fences, labelled points or routes to a GeoJSON, KML or GPX file, as a batch task.',
  access: { permission: 'viewer', roles: [ROLE] },
  effect: 'own',
  bodyBytes: 655_360,
  payload: z.object({
    uid,
    kind: z.enum(MAP_OBJECT_KINDS),
    ids: z.array(id).min(1).max(LIMITS.fencesPerAccount).optional().describe('only these; default: all'),
    format: z.enum(EXPORT_FORMATS),
    name: text.max(LIMITS.name).optional().describe('file name'),
  }),
  result: z.object({ taskProgressId: id }),
  // `export-too-large` is a failure of the task, not of this call.
  errors: ['task-limit', 'task-queue-full', 'export-empty', 'export-too-large'],
});
