import { COURSE_TYPES } from '@wakeline/domain/courses/event';
import { z } from 'zod';
import { position } from '../entities/map-object.ts';
import { id, instant, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { matchClass } from './match-classes.ts';
import { matchSummary, VIEW_MATCHES } from './matches.ts';
import { raceCourseSource } from './race-courses.ts';

const detection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('circle'), radius: z.number() }),
  z.object({ kind: z.literal('line'), ends: z.tuple([position, position]) }),
]);

const racePoint = z.object({
  id: z.string(),
  controlId: z.string(),
  code: z.string(),
  kind: z.enum(['start', 'control', 'finish']),
  position,
  detection,
  points: z.number().nullable(),
  distance: z.number().describe('metres from the start along the course'),
});

/** A race course as it is evaluated: `RaceCourse` of the domain. */
export const raceCourse = z.object({
  name: z.string(),
  type: z.enum(COURSE_TYPES),
  points: z.array(racePoint),
  line: z.array(position).nullable(),
  timeLimit: z.number().nullable(),
  penaltyPerMinute: z.number(),
});

export const matchCourse = z.object({
  courseId: id,
  course: raceCourse,
  source: raceCourseSource,
  createTime: instant,
});
export type MatchCourse = z.output<typeof matchCourse>;

export const matchDetails = matchSummary.extend({
  revision: z.int().nonnegative().describe('counts the changes of the match and everything in it'),
  courseList: z.array(matchCourse),
  classes: z.array(matchClass.extend({ participants: z.int().nonnegative() })),
});
export type MatchDetails = z.output<typeof matchDetails>;

export const queryMatchDetail = operation({
  name: 'queryMatchDetail',
  group: 'live',
  summary: 'A match with its race courses and classes.',
  access: VIEW_MATCHES,
  effect: 'none',
  payload: z.object({ uid, matchId: id }),
  result: matchDetails,
  errors: ['match-unknown'],
});
