import { OFFICIAL_STATUSES } from '@wakeline/domain/races/corrections';
import { RESULT_STATUSES } from '@wakeline/domain/races/participant-result';
import { z } from 'zod';
import { emptyResult, id, instant, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { EDIT_MATCHES, MATCH_STATES, VIEW_MATCHES } from '../matches/matches.ts';
import { operation } from '../operation.ts';
import { lineText } from './live-event-fields.ts';

/** What a helper records. */
export const HELPER_POINTS = ['start', 'finish', 'any'] as const;
export type HelperPoints = (typeof HELPER_POINTS)[number];

const helper = z.object({
  helperId: id,
  helperName: z.string(),
  points: z.enum(HELPER_POINTS),
  createTime: instant,
  userName: z.string().describe('login'),
  lastTime: instant.nullable().describe('last request with the code; null: not used'),
  revokeTime: instant.nullable(),
});
export type MatchHelper = z.output<typeof helper>;

export const createMatchHelper = operation({
  name: 'createMatchHelper',
  group: 'live',
  summary:
    'Creates a code with which a helper at the start or finish records participants without an account. It is returned only once.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({
    uid,
    matchId: id,
    helperName: lineText.max(LIMITS.viewerName).describe('stands at the corrections of this helper'),
    points: z.enum(HELPER_POINTS),
  }),
  result: z.object({ helperId: id, code: z.string() }),
  errors: ['match-unknown', 'match-archived', 'helper-limit'],
});

export const queryMatchHelpers = operation({
  name: 'queryMatchHelpers',
  group: 'live',
  summary: 'The helpers of a match by name.',
  access: VIEW_MATCHES,
  effect: 'none',
  payload: z.object({ uid, matchId: id }),
  result: z.object({ list: z.array(helper) }),
  errors: ['match-unknown'],
});

export const revokeMatchHelper = operation({
  name: 'revokeMatchHelper',
  group: 'live',
  summary: 'Ends the code of a helper at once. Their corrections stay.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id, helperId: id }),
  result: emptyResult,
  errors: ['match-unknown', 'helper-unknown'],
});

const token = text.max(100).describe('of `matchLogin`');

export const matchLogin = operation({
  name: 'matchLogin',
  group: 'live',
  summary: 'Signs in a helper of a match by their code.',
  access: 'public',
  effect: 'own',
  payload: z.object({ code: text.trim().min(1).max(64) }),
  result: z.object({ token: z.string(), expireTime: instant }),
  errors: ['helper-code', 'event-closed'],
});

export const matchLogout = operation({
  name: 'matchLogout',
  group: 'live',
  summary: 'Signs out a helper of a match.',
  access: 'public',
  effect: 'own',
  payload: z.object({ token }),
  result: emptyResult,
  errors: [],
});

/** What positions show of a participant so far, with the decisions of officials and helpers. */
const provisionalResult = z.object({
  status: z.enum(RESULT_STATUSES),
  lastPoint: z.string().nullable().describe('code of the control that was passed last; null: none'),
  lastTime: instant.nullable().describe('when it was passed'),
  finishTime: instant.nullable(),
});
export type ProvisionalResult = z.output<typeof provisionalResult>;

export const helperParticipant = z.object({
  participantId: id,
  number: z.string(),
  participantName: z.string(),
  className: z.string().describe('empty: none'),
  startTime: instant,
  status: z.enum(OFFICIAL_STATUSES).nullable().describe('decided by an official or helper; null: none'),
  startSeen: instant.nullable().describe('start time that was recorded'),
  finishTime: instant.nullable().describe('finish time that was recorded'),
  hasStart: z.boolean().describe('the course has a start'),
  hasFinish: z.boolean(),
  provisional: provisionalResult
    .nullable()
    .describe('as of the last seconds, without the delay of the public page; null: not known yet'),
});
export type HelperParticipant = z.output<typeof helperParticipant>;

export const queryHelperMatch = operation({
  name: 'queryHelperMatch',
  group: 'live',
  summary:
    'What a helper needs of their match: its participants, what was recorded, and what positions show so far.',
  access: 'public',
  effect: 'none',
  payload: z.object({ token }),
  result: z.object({
    serverTime: instant,
    matchName: z.string(),
    state: z.enum(MATCH_STATES),
    helperName: z.string(),
    points: z.enum(HELPER_POINTS),
    participants: z.array(helperParticipant),
  }),
  errors: ['helper-gone'],
});

export const helperEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), time: instant.nullable().describe('null: takes it back') }),
  z.object({ kind: z.literal('finish'), time: instant.nullable().describe('null: takes it back') }),
  z.object({
    kind: z.literal('status'),
    status: z.enum(['did-not-start', 'did-not-finish']).nullable().describe('null: takes it back'),
  }),
]);
export type HelperEntry = z.output<typeof helperEntry>;

export const recordHelperPassing = operation({
  name: 'recordHelperPassing',
  group: 'live',
  summary:
    'Records that a participant started, finished, or did not. It becomes a correction in the name of the helper.',
  access: 'public',
  effect: 'own',
  payload: z.object({ token, participantId: id, entry: helperEntry }),
  result: emptyResult,
  errors: [
    'helper-gone',
    'helper-point',
    'event-closed',
    'participant-unknown',
    'race-point-unknown',
    'correction-time',
    'correction-limit',
  ],
});
