import { z } from 'zod';
import { emptyResult, id, instant, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { EDIT_MATCHES } from './matches.ts';

/**
 * `individual`: participants have their own start times; of those without one the start is detected. `wave`: a mass start at a
 * time of the class.
 */
export const START_MODES = ['mass', 'individual', 'wave'] as const;
export type StartMode = (typeof START_MODES)[number];

const form = z.object({
  className: text.trim().min(1).max(LIMITS.matchName),
  courseId: id.nullable().describe('null: the participants are displayed without a ranking'),
  startMode: z.enum(START_MODES),
  startTime: instant.nullable().default(null).describe('of a wave'),
});
export type MatchClassForm = z.output<typeof form>;

export const matchClass = form.extend({ classId: id, startTime: instant.nullable() });
export type MatchClass = z.output<typeof matchClass>;

export const saveMatchClass = operation({
  name: 'saveMatchClass',
  group: 'live',
  summary: 'Adds a class to a match, or changes it.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: form.extend({ uid, matchId: id, classId: id.nullable().describe('null: adds a class') }),
  result: z.object({ classId: id }),
  errors: [
    'match-unknown',
    'match-archived',
    'match-class-unknown',
    'match-class-limit',
    'match-class-taken',
    'match-course-unknown',
    'match-start',
    'participant-device-taken',
    'participant-window',
    'participant-start',
  ],
});

export const deleteMatchClass = operation({
  name: 'deleteMatchClass',
  group: 'live',
  summary: 'Deletes a class without participants.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id, classId: id }),
  result: emptyResult,
  errors: ['match-unknown', 'match-archived', 'match-class-unknown', 'match-class-used'],
});
