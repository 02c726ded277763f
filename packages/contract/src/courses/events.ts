import { z } from 'zod';
import { emptyResult, id, instant, listOf, name, pageIndex, pageSize, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { COURSE_ROLES } from '../roles.ts';
import { courseEvent, eventSettings } from './event-objects.ts';

export const VIEW_COURSES = { permission: 'viewer', roles: COURSE_ROLES } as const;
export const EDIT_COURSES = { permission: 'editor', roles: COURSE_ROLES } as const;

/** Counts the changes of an event: every change has the next number. */
export const revision = z.int().min(0);
/** Counts the changes of an object or of the settings. */
export const objectVersion = z.int().min(1);

/** A change of another user that was replaced. */
export const overwritten = z.object({
  userName: text.describe('login of the user; empty if it is unknown'),
  version: objectVersion,
  deleted: z.boolean().describe('they had deleted the object'),
  editTime: instant,
});
export type Overwritten = z.infer<typeof overwritten>;

const eventSummary = z.object({
  eventId: id,
  eventName: text,
  date: z.string().nullable(),
  place: text,
  controls: z.int(),
  courses: z.int(),
  people: z.int(),
  editTime: instant,
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type EventSummary = z.infer<typeof eventSummary>;

export const queryCourseEvents = operation({
  name: 'queryCourseEvents',
  summary: 'Orienteering events of the account, the last edited first.',
  access: VIEW_COURSES,
  effect: 'none',
  payload: z.object({
    uid,
    keywords: text.max(LIMITS.name).optional().describe('part of the name or place'),
    pageIndex,
    pageSize,
  }),
  result: listOf(eventSummary).extend({ abilities: z.object({ add: z.boolean() }) }),
  errors: [],
});

export const addCourseEvent = operation({
  name: 'addCourseEvent',
  summary: 'Creates an empty event; its name is `New training` unless it is given.',
  access: EDIT_COURSES,
  effect: 'account',
  bodyBytes: 49_152,
  payload: eventSettings.partial().extend({ uid }),
  result: z.object({ eventId: id }),
  errors: ['course-event-limit'],
});

export const copyCourseEvent = operation({
  name: 'copyCourseEvent',
  summary: 'Copies an event with all its objects, without its frozen versions.',
  access: EDIT_COURSES,
  effect: 'account',
  payload: z.object({ uid, eventId: id, eventName: name }),
  result: z.object({ eventId: id }),
  errors: ['course-event-unknown', 'course-event-limit'],
});

export const editCourseEvent = operation({
  name: 'editCourseEvent',
  summary:
    'Changes the given settings of an event, such as its name. The last change wins: if another user changed the settings after the version that the change is based on, both are informed.',
  access: EDIT_COURSES,
  effect: 'account',
  bodyBytes: 49_152,
  payload: eventSettings.partial().extend({
    uid,
    eventId: id,
    baseVersion: objectVersion
      .optional()
      .describe('the version of the settings that was changed; default: the stored one'),
  }),
  result: z.object({ revision, version: objectVersion, overwritten: overwritten.nullable() }),
  errors: ['course-event-unknown'],
});

export const deleteCourseEvent = operation({
  name: 'deleteCourseEvent',
  summary: 'Deletes an event with its objects. Frozen versions of its courses stay.',
  access: EDIT_COURSES,
  effect: 'account',
  payload: z.object({ uid, eventId: id }),
  result: emptyResult,
  errors: ['course-event-unknown'],
});

export const queryCourseEvent = operation({
  name: 'queryCourseEvent',
  summary: 'An event with all its objects, and the versions of the settings and of each object.',
  access: VIEW_COURSES,
  effect: 'none',
  payload: z.object({ uid, eventId: id }),
  result: z.object({
    eventId: id,
    revision,
    event: courseEvent,
    versions: z.object({
      settings: objectVersion,
      control: z.record(z.string(), objectVersion),
      course: z.record(z.string(), objectVersion),
      leg: z.record(z.string(), objectVersion),
      person: z.record(z.string(), objectVersion),
    }),
    abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
  }),
  errors: ['course-event-unknown'],
});

const scheduledPerson = z.object({ personName: text, role: z.string(), phone: text, courses: z.array(text) });

export const queryTrainingSchedule = operation({
  name: 'queryTrainingSchedule',
  summary: 'Events with a date, in the order of their dates, with their places and people.',
  access: VIEW_COURSES,
  effect: 'none',
  payload: z.object({
    uid,
    from: z.iso.date().max(10).optional().describe('first day; default: no limit'),
    to: z.iso.date().max(10).optional().describe('last day'),
    pageIndex,
    pageSize,
  }),
  result: listOf(
    z.object({
      eventId: id,
      eventName: text,
      date: z.string(),
      place: text,
      people: z.array(scheduledPerson).describe('the first 200'),
      peopleTotal: z.int(),
    }),
  ),
  errors: [],
});
