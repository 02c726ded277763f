import { allCourseControls } from '@wakeline/domain/courses/course-controls';
import {
  CONTROL_KINDS,
  COURSE_TYPES,
  type Control,
  type Course,
  type CourseControl,
  type CourseEvent,
  LABEL_KINDS,
  type Leg,
  MAP_EXCHANGES,
  PERSON_ROLES,
  type Person,
  SPECIAL_KINDS,
  type Variation,
} from '@wakeline/domain/courses/event';
import { z } from 'zod';
import { position } from '../entities/map-object.ts';
import { id, name, text } from '../fields.ts';
import { LIMITS } from '../limits.ts';

/** Ids are chosen by the creator of an object, so that undo can restore it. */
export const objectId = z
  .string()
  .max(LIMITS.courseObjectId)
  .regex(/^[A-Za-z0-9_-]+$/);

const scale = z.number().min(100).max(1_000_000).describe('denominator: 15000 for 1:15,000');
/** Millimetres on paper. */
const millimetres = z.number().min(-5_000).max(5_000);
const offset = z.object({ x: millimetres, y: millimetres });
const descriptionSymbol = text.max(LIMITS.courseSymbol).optional();

export const eventMap = z.object({
  kind: z.enum(['raceLayer', 'ocad']),
  id,
  name: text.max(LIMITS.courseText),
});

export const eventSettings = z.object({
  name,
  map: eventMap.nullable(),
  mapScale: scale,
  printScale: scale,
  firstCode: z.int().min(1).max(9_999),
  date: z.iso.date().max(10).nullable(),
  place: text.max(LIMITS.courseText),
  notes: text.max(LIMITS.courseNotes),
});

export const control: z.ZodType<Control, Control> = z
  .object({
    id: objectId,
    kind: z.enum(CONTROL_KINDS),
    special: z.enum(SPECIAL_KINDS).nullable().describe('for `other`: a point that is not punched'),
    code: text.trim().min(1).max(LIMITS.courseCode).nullable(),
    coordinates: position,
    description: z.object({
      C: descriptionSymbol,
      D: descriptionSymbol,
      E: descriptionSymbol,
      F: descriptionSymbol,
      G: descriptionSymbol,
      H: descriptionSymbol,
      all: descriptionSymbol,
    }),
    numberLocation: offset.nullable(),
    circleGaps: z
      .array(z.object({ from: z.number().min(-720).max(720), to: z.number().min(-720).max(720) }))
      .max(LIMITS.courseGaps),
  })
  .refine(hasCodeOnlyIfPunched, { error: 'a point that is not punched has no code', path: ['code'] });

function hasCodeOnlyIfPunched({ kind, special, code }: Pick<Control, 'kind' | 'special' | 'code'>): boolean {
  return kind === 'other' ? special === null || code === null : special === null && code === null;
}

export const leg: z.ZodType<Leg, Leg> = z.object({
  id: objectId,
  from: objectId,
  to: objectId,
  bends: z.array(position).max(LIMITS.courseBends),
  gaps: z
    .array(z.object({ start: z.number().min(0).max(5_000), length: z.number().min(0).max(5_000) }))
    .max(LIMITS.courseGaps),
});

/** A course control, whose branches may have variations again. */
function courseControlWith<VariationSchema extends z.ZodType<Variation | null, Variation | null>>(
  variation: VariationSchema,
) {
  return z.object({
    id: objectId,
    control: objectId,
    points: z.number().min(0).max(100_000).nullable(),
    mapExchange: z.enum(MAP_EXCHANGES).nullable(),
    numberLocation: offset.nullable(),
    variation,
  });
}

function variationOf<ControlSchema extends z.ZodType<CourseControl, CourseControl>>(
  courseControl: ControlSchema,
) {
  return z
    .object({
      kind: z.enum(['fork', 'loop']),
      branches: z
        .array(z.object({ id: objectId, controls: z.array(courseControl).max(LIMITS.courseControls) }))
        .min(1)
        .max(LIMITS.courseBranches),
    })
    .nullable();
}

/** Variations within variations (`MAX_VARIATION_DEPTH`). */
const courseControl = courseControlWith(
  variationOf(courseControlWith(variationOf(courseControlWith(z.null())))),
);

export const course: z.ZodType<Course, Course> = z
  .object({
    id: objectId,
    name,
    type: z.enum(COURSE_TYPES),
    controls: z.array(courseControl).max(LIMITS.courseControls),
    length: z.number().min(0).max(1_000_000).describe('entered, metres; not measured'),
    climb: z.number().min(0).max(20_000).nullable().describe('metres'),
    mapScale: scale.nullable().describe('null: that of the event'),
    printScale: scale.nullable().describe('null: the map scale'),
    labels: z.enum(LABEL_KINDS),
    subtitle: text.max(LIMITS.courseText),
    timeLimit: z.int().min(1).max(604_800).nullable().describe('seconds; for score courses'),
    relay: z
      .object({
        teams: z.int().min(1).max(LIMITS.courseTeams),
        legs: z.int().min(1).max(LIMITS.courseRelayLegs),
      })
      .nullable(),
  })
  .refine(({ controls }) => hasFewControls(controls), { error: 'too many course controls' });

/** Counts the branches as well. */
function hasFewControls(controls: readonly CourseControl[]): boolean {
  let [count, branches] = [0, 0];
  for (const { variation } of allCourseControls(controls)) {
    count += 1;
    branches += variation?.branches.length ?? 0;
  }
  return count <= LIMITS.courseControls && branches <= LIMITS.courseBranchesTotal;
}

export const person: z.ZodType<Person, Person> = z.object({
  id: objectId,
  name,
  role: z.enum(PERSON_ROLES),
  phone: text.max(LIMITS.coursePhone),
  courses: z.array(objectId).max(LIMITS.coursesPerEvent),
});

export const courseEvent: z.ZodType<CourseEvent, CourseEvent> = eventSettings.extend({
  controls: z.array(control).max(LIMITS.controlsPerEvent),
  courses: z.array(course).max(LIMITS.coursesPerEvent),
  legs: z.array(leg).max(LIMITS.legsPerEvent),
  people: z.array(person).max(LIMITS.peoplePerEvent),
});
