import type { FrozenCourse } from '@wakeline/domain/courses/event';
import { z } from 'zod';
import { emptyResult, id, instant, listOf, text, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { control, course, eventSettings, leg, objectId } from './event-objects.ts';
import { EDIT_COURSES, VIEW_COURSES } from './events.ts';

const courseVersionSummary = z.object({
  versionId: id,
  eventId: id.nullable().describe('null: the event was deleted'),
  courseId: z.string(),
  courseName: text,
  number: z.int().describe('counts the versions of a course from 1'),
  createTime: instant,
  userName: text,
});

/** A course with everything that it refers to: it does not change any more. */
const frozenCourse: z.ZodType<FrozenCourse, FrozenCourse> = z.object({
  settings: eventSettings,
  course,
  controls: z.array(control),
  legs: z.array(leg),
});

export const freezeCourse = operation({
  name: 'freezeCourse',
  summary: 'Stores a version of a course that no edit changes, for races.',
  access: EDIT_COURSES,
  effect: 'account',
  payload: z.object({ uid, eventId: id, courseId: objectId }),
  result: z.object({ versionId: id, number: z.int() }),
  errors: ['course-event-unknown', 'course-unknown', 'course-empty', 'course-version-limit'],
});

export const queryCourseVersions = operation({
  name: 'queryCourseVersions',
  summary: 'Frozen versions of the courses of an event, the newest first.',
  access: VIEW_COURSES,
  effect: 'none',
  payload: z.object({ uid, eventId: id }),
  result: listOf(courseVersionSummary),
  errors: ['course-event-unknown'],
});

export const queryCourseVersion = operation({
  name: 'queryCourseVersion',
  summary: 'A frozen version of a course, also of a deleted event.',
  access: VIEW_COURSES,
  effect: 'none',
  payload: z.object({ uid, versionId: id }),
  result: courseVersionSummary.extend({ frozen: frozenCourse }),
  errors: ['course-version-unknown'],
});

export const deleteCourseVersion = operation({
  name: 'deleteCourseVersion',
  summary: 'Deletes a frozen version of a course that no match uses.',
  access: EDIT_COURSES,
  effect: 'account',
  payload: z.object({ uid, versionId: id }),
  result: emptyResult,
  errors: ['course-version-unknown', 'course-version-used'],
});
