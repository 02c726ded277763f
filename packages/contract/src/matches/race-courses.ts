import { z } from 'zod';
import { emptyResult, id, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { EDIT_MATCHES } from './matches.ts';

const radius = z.number().min(5).max(500).describe('metres');

/** From what a race course is copied. Later changes of it do not change the race course. */
export const raceCourseSource = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('version'),
    versionId: id.describe('frozen version of a course'),
    variation: text
      .max(LIMITS.courseVariationCode)
      .nullable()
      .default(null)
      .describe('letters of a variation; null: a course without forks'),
    radius: radius.default(15),
  }),
  z.object({
    kind: z.literal('route'),
    routeId: id,
    splits: z
      .array(z.number().min(1).max(1_000_000))
      .max(LIMITS.raceCoursePoints)
      .default([])
      .describe('metres from the start'),
    width: z.number().min(10).max(1_000).default(60).describe('metres of the lines across the route'),
  }),
  z.object({
    kind: z.literal('marks'),
    marks: z
      .array(
        z.object({
          labelPointId: id,
          gateLabelPointId: id
            .nullable()
            .default(null)
            .describe('other end of a gate; null: a mark with a radius'),
          radius: radius.default(50),
        }),
      )
      .min(2)
      .max(LIMITS.raceCoursePoints),
  }),
]);
export type RaceCourseSource = z.output<typeof raceCourseSource>;

const name = text.trim().min(1).max(LIMITS.matchName);

export const addMatchCourse = operation({
  name: 'addMatchCourse',
  group: 'live',
  summary: 'Copies a course, route or marks as a race course of a match.',
  access: EDIT_MATCHES,
  effect: 'account',
  bodyBytes: 65_536,
  payload: z.object({
    uid,
    matchId: id,
    courseName: name.optional().describe('default: the name of the source'),
    source: raceCourseSource,
  }),
  result: z.object({ courseId: id }),
  errors: [
    'match-unknown',
    'match-archived',
    'match-course-limit',
    'course-version-unknown',
    'course-variation-unknown',
    'route-unknown',
    'label-point-unknown',
    'race-course-invalid',
  ],
});

export const replaceMatchCourse = operation({
  name: 'replaceMatchCourse',
  group: 'live',
  summary:
    'Copies a race course again from another version, route or marks, also during the race: all results follow at once. Corrections of points that no longer exist have no effect.',
  access: EDIT_MATCHES,
  effect: 'account',
  bodyBytes: 65_536,
  payload: z.object({ uid, matchId: id, courseId: id, source: raceCourseSource }),
  result: emptyResult,
  errors: [
    'match-unknown',
    'match-archived',
    'match-course-unknown',
    'course-version-unknown',
    'course-variation-unknown',
    'route-unknown',
    'label-point-unknown',
    'race-course-invalid',
  ],
});

export const editMatchCourse = operation({
  name: 'editMatchCourse',
  group: 'live',
  summary: 'Changes the name of a race course, the radius of its points and the rules of a score course.',
  access: EDIT_MATCHES,
  effect: 'account',
  bodyBytes: 262_144,
  payload: z.object({
    uid,
    matchId: id,
    courseId: id,
    courseName: name,
    radii: z
      .array(z.object({ pointId: text.max(LIMITS.courseObjectId * 2), radius }))
      .max(LIMITS.raceCoursePoints)
      .default([])
      .describe('of points that are circles; others keep theirs'),
    timeLimit: z.int().min(60).max(2_678_400).nullable().default(null).describe('seconds; score courses'),
    penaltyPerMinute: z
      .number()
      .min(0)
      .max(1_000)
      .default(0)
      .describe('points per started minute over the limit'),
  }),
  result: emptyResult,
  errors: ['match-unknown', 'match-archived', 'match-course-unknown'],
});

export const deleteMatchCourse = operation({
  name: 'deleteMatchCourse',
  group: 'live',
  summary: 'Deletes a race course that no class and no participant uses.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id, courseId: id }),
  result: emptyResult,
  errors: ['match-unknown', 'match-archived', 'match-course-unknown', 'match-course-used'],
});
