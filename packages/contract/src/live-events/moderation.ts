import { z } from 'zod';
import { emptyResult, id, instant, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { EDIT_MATCHES, VIEW_MATCHES } from '../matches/matches.ts';
import { operation } from '../operation.ts';
import { lineText } from './live-event-fields.ts';

export const MUTE_KINDS = ['viewer', 'address'] as const;
export type MuteKind = (typeof MUTE_KINDS)[number];

export const mute = z.object({
  muteId: id,
  kind: z.enum(MUTE_KINDS).describe('one browser, or everyone at its address'),
  name: z.string().describe('name at the comment for which they were muted'),
  createTime: instant,
  userName: z.string().describe('login'),
});
export type Mute = z.output<typeof mute>;

const words = z
  .array(lineText.max(LIMITS.moderatedWord))
  .max(LIMITS.moderatedWords)
  .describe('comments and names with one of them are refused; case, width and spaces do not matter');

export const queryLiveModeration = operation({
  name: 'queryLiveModeration',
  group: 'live',
  summary: 'Refused words and muted viewers of a match.',
  access: VIEW_MATCHES,
  effect: 'none',
  payload: z.object({ uid, matchId: id }),
  result: z.object({ words: z.array(z.string()), mutes: z.array(mute) }),
  errors: ['match-unknown'],
});

export const saveLiveModeration = operation({
  name: 'saveLiveModeration',
  group: 'live',
  summary: 'Replaces the refused words of a match. Comments that are already stored stay.',
  access: EDIT_MATCHES,
  effect: 'account',
  bodyBytes: 262_144,
  payload: z.object({ uid, matchId: id, words }),
  result: emptyResult,
  errors: ['match-unknown', 'match-archived'],
});

export const muteViewer = operation({
  name: 'muteViewer',
  group: 'live',
  summary:
    'Mutes the author of a comment, or everyone at their address. Their comments and likes are refused.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({
    uid,
    matchId: id,
    number: z.int().positive().max(2_147_483_647).describe('of the comment'),
    kind: z.enum(MUTE_KINDS),
  }),
  result: z.object({ muteId: id }),
  errors: ['match-unknown', 'match-archived', 'comment-unknown', 'mute-limit'],
});

export const unmuteViewer = operation({
  name: 'unmuteViewer',
  group: 'live',
  summary: 'Lets a muted viewer or address comment again.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id, muteId: id }),
  result: emptyResult,
  errors: ['match-unknown', 'mute-unknown'],
});
