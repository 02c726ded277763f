import { z } from 'zod';
import { eventMap } from '../courses/event-objects.ts';
import { emptyResult, id, instant, listOf, pageIndex, pageSize, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { MATCH_ROLES } from '../roles.ts';
import { raceSettings } from './race-settings.ts';

export const VIEW_MATCHES = { permission: 'viewer', roles: MATCH_ROLES } as const;
export const EDIT_MATCHES = { permission: 'editor', roles: MATCH_ROLES } as const;

/** The states of a match in their order: each can change to its neighbours, except that `archived` is final. */
export const MATCH_STATES = ['draft', 'open', 'running', 'finished', 'archived'] as const;
export type MatchState = (typeof MATCH_STATES)[number];

export const matchName = text.trim().min(1).max(LIMITS.matchName);

const details = {
  matchName,
  place: text.trim().max(LIMITS.name).default(''),
  startTime: instant.describe('mass start of classes without a time of their own'),
  endTime: instant.describe('after the start, at most 31 days'),
  maps: z
    .array(eventMap)
    .max(LIMITS.matchMaps)
    .default([])
    .describe('race layers and OCAD maps below the courses, the lowest first'),
};
export const matchForm = z.object(details);
export type MatchForm = z.output<typeof matchForm>;

export const matchSummary = z.object({
  matchId: id,
  ...matchForm.shape,
  place: z.string(),
  maps: z.array(eventMap),
  state: z.enum(MATCH_STATES),
  participants: z.int().nonnegative(),
  courses: z.int().nonnegative(),
  code: z.string().describe('of the public page: /event/{code}'),
  abilities: z.object({ edit: z.boolean(), remove: z.boolean() }),
});
export type MatchSummary = z.output<typeof matchSummary>;

export const queryMatchMsgByPage = operation({
  name: 'queryMatchMsgByPage',
  group: 'live',
  summary: 'A page of the matches of the account, the latest start first.',
  access: VIEW_MATCHES,
  effect: 'none',
  payload: z.object({
    uid,
    keywords: text.trim().max(LIMITS.name).default('').describe('part of the name or place'),
    state: z.enum(MATCH_STATES).optional(),
    pageIndex,
    pageSize,
  }),
  result: listOf(matchSummary).extend({ abilities: z.object({ create: z.boolean() }) }),
  errors: [],
});

export const createMatch = operation({
  name: 'createMatch',
  group: 'live',
  summary: 'Creates a match in the state `draft`.',
  access: EDIT_MATCHES,
  effect: 'account',
  bodyBytes: 24_576,
  payload: matchForm.extend({ uid }),
  result: z.object({ matchId: id }),
  errors: ['match-limit', 'match-times', 'match-map-unknown'],
});

export const updateMatchMsg = operation({
  name: 'updateMatchMsg',
  group: 'live',
  summary: 'Replaces the details of a match.',
  access: EDIT_MATCHES,
  effect: 'account',
  bodyBytes: 24_576,
  payload: matchForm.extend({ uid, matchId: id }),
  result: emptyResult,
  errors: [
    'match-unknown',
    'match-archived',
    'match-times',
    'match-map-unknown',
    'participant-device-taken',
    'participant-window',
    'participant-start',
  ],
});

export const editMatchStatus = operation({
  name: 'editMatchStatus',
  group: 'live',
  summary:
    'Changes the state of a match to the next or the previous one. A match starts with a course and a participant.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id, state: z.enum(MATCH_STATES) }),
  result: emptyResult,
  errors: ['match-unknown', 'match-state', 'match-empty'],
});

export const deleteMatch = operation({
  name: 'deleteMatch',
  group: 'live',
  summary: 'Deletes a match with its participants and corrections, unless it is running. Tracks stay.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id }),
  result: emptyResult,
  errors: ['match-unknown', 'match-running'],
});

export const renewMatchCode = operation({
  name: 'renewMatchCode',
  group: 'live',
  summary: 'Gives the public page of a match another address; the former one ends at once.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id }),
  result: z.object({ code: z.string() }),
  errors: ['match-unknown'],
});

export const queryMatchConf = operation({
  name: 'queryMatchConf',
  group: 'live',
  summary: 'How the race of a match is evaluated and published.',
  access: VIEW_MATCHES,
  effect: 'none',
  payload: z.object({ uid, matchId: id }),
  result: raceSettings,
  errors: ['match-unknown'],
});

export const updateMatchConf = operation({
  name: 'updateMatchConf',
  group: 'live',
  summary: 'Replaces the settings of the race of a match. Results follow at once.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: raceSettings.extend({ uid, matchId: id }),
  result: emptyResult,
  errors: ['match-unknown', 'match-archived'],
});
