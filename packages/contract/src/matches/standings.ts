import { OFFICIAL_STATUSES } from '@wakeline/domain/races/corrections';
import { RESULT_STATUSES } from '@wakeline/domain/races/participant-result';
import { z } from 'zod';
import { emptyResult, id, instant, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { EDIT_MATCHES, VIEW_MATCHES } from './matches.ts';

const pointId = text.min(1).max(LIMITS.courseObjectId * 2);

/** A participant in the ranking of their race course. */
export const standing = z.object({
  participantId: id,
  rank: z.int().positive().nullable().describe('ties share a rank: 1, 1, 3; null: not ranked'),
  status: z.enum(RESULT_STATUSES),
  startTime: instant.nullable().describe('null: not known'),
  finishTime: instant.nullable(),
  elapsed: z
    .number()
    .nullable()
    .describe('seconds to the finish or, while running, to the last passed point'),
  behind: z
    .number()
    .nullable()
    .describe('seconds behind the leader at the last common point; null: none in common'),
  passed: z.int().nonnegative().describe('points passed, without the start'),
  missing: z.array(z.string()).describe('codes of points that were not passed'),
  lastPointId: z.string().nullable(),
  distance: z.number().describe('metres along the course'),
  score: z.number().nullable().describe('points less penalties of a score course'),
  penaltySeconds: z.number(),
  penaltyPoints: z.number(),
  stale: z.boolean().describe('no position for four send intervals'),
});
export type Standing = z.output<typeof standing>;

export const splitPassing = z.object({
  pointId: z.string(),
  time: instant,
  elapsed: z.number().describe('seconds from the start'),
  rank: z.int().positive().nullable().describe('at this point'),
  leg: z.number().nullable().describe('seconds from the previous point; null: it is missing'),
  legRank: z.int().positive().nullable(),
  corrected: z.boolean(),
});
export type SplitPassing = z.output<typeof splitPassing>;

/** The ranking of a race course: of a class, or of participants without one. */
export const classStandings = z.object({
  classId: id.nullable(),
  courseId: id.nullable(),
  rows: z.array(standing),
});
export type ClassStandings = z.output<typeof classStandings>;

export const queryMatchStandings = operation({
  name: 'queryMatchStandings',
  group: 'live',
  summary:
    'The ranking of each class as of a time, with the passings of all points. Of participants whose device is out of the scope of the user, names and ranks only.',
  access: VIEW_MATCHES,
  effect: 'none',
  heavy: true,
  payload: z.object({ uid, matchId: id, time: instant.optional().describe('default: now') }),
  result: z.object({
    time: instant,
    classes: z.array(classStandings),
    splits: z.array(z.object({ participantId: id, passings: z.array(splitPassing) })),
  }),
  errors: ['match-unknown'],
});

/** What an official decides. The last decision of a kind (and point) wins; null takes it back. */
export const correctionValue = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('passing'),
    pointId,
    passing: z
      .union([z.object({ time: instant }), z.object({ notUntil: instant }), z.literal('missing')])
      .nullable()
      .describe(
        '`missing`: the point was not passed; `notUntil`: what positions show up to this time does not count, later passings do (not of the start)',
      ),
  }),
  z.object({ kind: z.literal('status'), status: z.enum(OFFICIAL_STATUSES).nullable() }),
  z.object({
    kind: z.literal('penalty'),
    seconds: z.int().min(-86_400).max(86_400),
    points: z.number().min(-10_000).max(10_000).describe('taken from the score'),
  }),
]);
export type CorrectionValue = z.output<typeof correctionValue>;

export const correctParticipant = operation({
  name: 'correctParticipant',
  group: 'live',
  summary:
    'Records a decision of an official about a participant: a passing, a status or a penalty. It wins over what positions show.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({
    uid,
    matchId: id,
    participantId: id,
    correction: correctionValue,
    reason: text.trim().max(LIMITS.note).default(''),
  }),
  result: emptyResult,
  errors: [
    'match-unknown',
    'match-archived',
    'participant-unknown',
    'race-point-unknown',
    'correction-time',
    'correction-start',
    'correction-limit',
  ],
});

export const queryCorrections = operation({
  name: 'queryCorrections',
  group: 'live',
  summary: 'The decisions of officials about the participants of a match, the newest first.',
  access: VIEW_MATCHES,
  effect: 'none',
  payload: z.object({ uid, matchId: id, participantId: id.optional() }),
  result: z.object({
    list: z.array(
      z.object({
        correctionId: id,
        participantId: id,
        correction: correctionValue,
        reason: z.string(),
        userName: z.string(),
        createTime: instant,
        isEffective: z.boolean().describe('no later decision of the kind'),
      }),
    ),
  }),
  errors: ['match-unknown'],
});
