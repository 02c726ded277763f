import { z } from 'zod';
import { id, instant, uid } from '../fields.ts';
import { VIEW_MATCHES } from '../matches/matches.ts';
import { operation } from '../operation.ts';

export const queryMatchStatistics = operation({
  name: 'queryMatchStatistics',
  group: 'live',
  summary:
    'Viewers, comments and gifts of a match over time: per minute up to a day, per longer interval above.',
  access: VIEW_MATCHES,
  effect: 'none',
  heavy: true,
  payload: z.object({ uid, matchId: id }),
  result: z.object({
    stepMinutes: z.int().positive(),
    points: z.array(
      z.object({
        time: instant.describe('start of the interval'),
        viewers: z.int().nonnegative().nullable().describe('most at a time; null: not counted'),
        comments: z.int().nonnegative(),
        gifts: z.int().nonnegative(),
      }),
    ),
    totals: z.object({
      maxViewers: z.int().nonnegative(),
      viewers: z.int().nonnegative().nullable().describe('of the last minutes; null: not counted'),
      comments: z.int().nonnegative().describe('of viewers, without deleted ones'),
      likes: z.int().nonnegative(),
      gifts: z.int().nonnegative(),
      total: z.number().describe('yuan'),
      votes: z.int().nonnegative(),
    }),
  }),
  errors: ['match-unknown'],
});
