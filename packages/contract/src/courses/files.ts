import { z } from 'zod';
import { latitude, longitude } from '../entities/map-object.ts';
import { LANGUAGES } from '../entities/user-config.ts';
import { id, listOf, text, uid } from '../fields.ts';
import { coordinateSystem } from '../layer-files.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { uploadedFile } from '../uploaded-file.ts';
import { courseEvent, eventMap } from './event-objects.ts';
import { EDIT_COURSES, VIEW_COURSES } from './events.ts';

/** Formats of exported files. `event`: all of an event, as Wakeline imports it. */
export const COURSE_FILE_FORMATS = ['event', 'iof-xml', 'purple-pen', 'gpx', 'kml', 'geojson'] as const;
export type CourseFileFormat = (typeof COURSE_FILE_FORMATS)[number];

const paperMillimetres = z.number().min(-10_000).max(10_000);
const placement = z
  .array(
    z.object({
      x: paperMillimetres,
      y: paperMillimetres,
      longitude,
      latitude,
    }),
  )
  .min(2)
  .max(LIMITS.layerPoints)
  .describe('points of the map on paper in millimetres, x to the right and y up, and their positions');
export type PaperPlacement = z.infer<typeof placement>;

/** The file of an event: everything that `importCourseFile` restores. */
export const courseEventFile = z.object({
  format: z.literal('wakeline-course-event'),
  version: z.literal(1),
  event: courseEvent,
  /** The document of Purple Pen that the event came from. */
  document: text.max(LIMITS.courseDocumentLength).nullable(),
});
export type CourseEventFile = z.infer<typeof courseEventFile>;

const FILE_ERRORS = [
  'course-file-too-large',
  'course-file-type',
  'course-file-version',
  'course-file-malformed',
  'course-file-entities',
  'course-file-value',
  'course-file-position',
  'course-file-mixed-positions',
  'course-file-duplicate',
  'course-file-missing',
  'course-file-cycle',
  'course-file-join',
  'course-file-empty',
  'course-file-costly',
  'course-file-limit',
  'course-file-needs-placement',
  'course-file-needs-system',
  'course-system-unknown',
  'course-placement-invalid',
  'course-code-taken',
] as const;

export const importCourseFile = operation({
  name: 'importCourseFile',
  summary:
    'Creates an event from a file: IOF XML 3.0, Purple Pen, or the file of an event. Without `save` it only checks the file. A file in millimetres needs `placement` or `map`, one in metres of a grid `coordinateSystem`.',
  access: EDIT_COURSES,
  effect: 'account',
  uploadBytes: LIMITS.courseFileRequestBytes,
  uploadTooLarge: 'course-file-too-large',
  payload: z.object({
    uid,
    file: uploadedFile.describe('8 MB at most'),
    save: z.boolean().default(false),
    placement: placement.optional(),
    map: eventMap
      .pick({ kind: true, id: true })
      .optional()
      .describe(
        'map of the account that millimetres refer to, in place of `placement`; becomes the map of the event',
      ),
    coordinateSystem: z.int().min(1).max(999_999).optional().describe('EPSG code'),
  }),
  result: z.object({
    eventId: id.nullable().describe('null: not saved'),
    eventName: text,
    controls: z.int(),
    courses: z.int(),
    people: z.int(),
    unit: z.enum(['wgs84', 'paper', 'grid']),
    ignored: z.array(z.object({ element: text, count: z.int() })).describe('elements that were left out'),
  }),
  errors: ['course-event-limit', 'course-map-unknown', 'course-map-unplaced', ...FILE_ERRORS],
});

const bounds = z.tuple([longitude, latitude, longitude, latitude]);

export const suggestCourseSystems = operation({
  name: 'suggestCourseSystems',
  summary:
    'Coordinate systems of which the metres in a file may be: those in which a point lies in or near the given areas, the nearest first.',
  access: EDIT_COURSES,
  effect: 'none',
  heavy: true,
  payload: z.object({
    uid,
    easting: z.number().describe('of a control in the file, as `course-file-needs-system` has it'),
    northing: z.number(),
    areas: z
      .array(bounds)
      .min(1)
      .max(LIMITS.layersPerAccount)
      .describe('where the event may be, such as the extents of maps: west, south, east, north'),
  }),
  result: listOf(coordinateSystem),
  errors: ['course-file-costly'],
});

export const exportCourseFile = operation({
  name: 'exportCourseFile',
  summary:
    'An event as a file. Files in millimetres are on the paper of the map of the event or, without one, have north at the top.',
  access: VIEW_COURSES,
  effect: 'none',
  responseType: 'bytes',
  heavy: true,
  payload: z.object({
    uid,
    eventId: id,
    format: z.enum(COURSE_FILE_FORMATS),
    placement: placement.optional().describe('for Purple Pen, in place of the map of the event'),
    lang: z.enum(LANGUAGES).default('zh_CN').describe('language of descriptions'),
  }),
  result: z.instanceof(Uint8Array).describe('the file; failures are JSON'),
  errors: ['course-event-unknown', 'course-placement-invalid', 'course-export-fork', 'course-file-costly'],
});
