import { PAPER_ORIENTATIONS, PAPER_SIZES, type PaperSize } from '@wakeline/domain/courses/print-pages';
import { z } from 'zod';
import { id, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { objectId } from './event-objects.ts';
import { VIEW_COURSES } from './events.ts';

const PAPERS = Object.keys(PAPER_SIZES) as [PaperSize, ...PaperSize[]];

export const printCourse = operation({
  name: 'printCourse',
  summary:
    'A PDF file of a course, or of all controls, at the exact print scale: the overprint above the map of the event, or with true north at the top without a map, control descriptions next to it, and a line of 100 mm to measure the print. Larger areas are divided among pages that overlap.',
  access: VIEW_COURSES,
  effect: 'none',
  responseType: 'bytes',
  heavy: true,
  payload: z.object({
    uid,
    eventId: id,
    courseId: objectId.nullable().default(null).describe('null: all controls'),
    variation: z
      .string()
      .max(LIMITS.courseVariationCode)
      .nullable()
      .default(null)
      .describe('letters of a variation; null: the first one'),
    part: z
      .int()
      .min(1)
      .max(LIMITS.courseControls)
      .nullable()
      .default(null)
      .describe('map of a course with map exchanges; null: all'),
    paper: z.enum(PAPERS).default('A4'),
    orientation: z.enum(PAPER_ORIENTATIONS).default('portrait'),
    descriptions: z.boolean().default(true),
    map: z
      .boolean()
      .default(true)
      .describe('whether the map of the event is below the course, with the top of the map at the top'),
  }),
  result: z.instanceof(Uint8Array).describe('a PDF file; failures are JSON'),
  errors: [
    'course-event-unknown',
    'course-unknown',
    'course-variation-unknown',
    'course-empty',
    'course-map-unknown',
    'course-map-unplaced',
    'course-file-costly',
  ],
});
