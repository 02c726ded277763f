import { z } from 'zod';
import { color, emptyResult, id, instant, listOf, pageIndex, pageSize, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { EDIT_MATCHES, VIEW_MATCHES } from './matches.ts';

const form = z.object({
  personId: id.nullable().default(null).describe('entry of the account; null: none'),
  number: text.trim().max(LIMITS.raceNumber).default('').describe('unique in the match unless empty'),
  participantName: text.trim().min(1).max(LIMITS.matchName),
  club: text.trim().max(LIMITS.name).default(''),
  nationality: text.trim().max(3).default('').describe('code of the IOC; empty: not known'),
  gender: z.enum(['male', 'female', 'unspecified']).default('unspecified'),
  classId: id.nullable().default(null),
  courseId: id.nullable().default(null).describe('null: the course of the class'),
  startTime: instant.nullable().default(null).describe('null: the start of the class or match'),
  trackerId: id.nullable().default(null),
  trackerFrom: instant.nullable().default(null).describe('null: 30 s before the start'),
  trackerTo: instant
    .nullable()
    .default(null)
    .describe('null: until the next participant of this device, or the end of the match'),
  color: color.nullable().default(null).describe('null: chosen by the console'),
});
export const participantForm = form;
export type ParticipantForm = z.output<typeof form>;

export const participant = z.object({
  participantId: id,
  ...form.shape,
  club: z.string(),
  nationality: z.string(),
  number: z.string(),
  gender: z.enum(['male', 'female', 'unspecified']),
  personId: id.nullable(),
  classId: id.nullable(),
  courseId: id.nullable(),
  startTime: instant.nullable(),
  trackerId: id.nullable(),
  trackerFrom: instant.nullable(),
  trackerTo: instant.nullable(),
  color: z.string().nullable(),
  trackerName: z.string().nullable(),
  window: z
    .object({ from: instant, to: instant })
    .nullable()
    .describe('in which positions of the device count; null: no device'),
});
export type Participant = z.output<typeof participant>;

const FORM_ERRORS = [
  'match-unknown',
  'match-archived',
  'person-unknown',
  'match-class-unknown',
  'match-course-unknown',
  'tracker-unknown',
  'participant-number-taken',
  'participant-person-taken',
  'participant-device-taken',
  'participant-window',
  'participant-start',
] as const;

export const queryParticipants = operation({
  name: 'queryParticipants',
  group: 'live',
  summary:
    'A page of the participants of a match. A user of a scope limited to groups sees those without a device, and those whose device is in it.',
  access: VIEW_MATCHES,
  effect: 'none',
  payload: z.object({
    uid,
    matchId: id,
    keywords: text.trim().max(LIMITS.name).default('').describe('part of a number, name or club'),
    classId: id.optional(),
    pageIndex,
    pageSize,
  }),
  result: listOf(participant),
  errors: ['match-unknown'],
});

export const batchCreateParticipants = operation({
  name: 'batchCreateParticipants',
  group: 'live',
  summary: 'Adds participants to a match: all of them, or none.',
  access: EDIT_MATCHES,
  effect: 'account',
  bodyBytes: 851_968,
  payload: z.object({
    uid,
    matchId: id,
    participants: z.array(form).min(1).max(LIMITS.participantsPerCall),
  }),
  result: z.object({ participantIds: z.array(id) }),
  errors: ['participant-limit', ...FORM_ERRORS],
});

export const addPeopleToMatch = operation({
  name: 'addPeopleToMatch',
  group: 'live',
  summary:
    'Adds people of the account who are in the race to a match, with their numbers and devices. Those who take part already are left out.',
  access: EDIT_MATCHES,
  effect: 'account',
  bodyBytes: 65_536,
  payload: z.object({
    uid,
    matchId: id,
    classId: id.nullable().default(null),
    personIds: z.array(id).min(1).max(LIMITS.participantsPerCall),
  }),
  result: z.object({ added: z.int().nonnegative() }),
  errors: ['participant-limit', ...FORM_ERRORS],
});

export const addGroupToMatch = operation({
  name: 'addGroupToMatch',
  group: 'live',
  summary:
    'Adds the devices of a group and its subgroups to a match, named as the devices. Those that take part already are left out.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id, classId: id.nullable().default(null), groupId: id }),
  result: z.object({ added: z.int().nonnegative() }),
  errors: ['group-unknown', 'participant-limit', ...FORM_ERRORS],
});

export const updateParticipantMsg = operation({
  name: 'updateParticipantMsg',
  group: 'live',
  summary: 'Replaces the details of a participant, also during the race. Results follow at once.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: form.extend({ uid, matchId: id, participantId: id }),
  result: emptyResult,
  errors: ['participant-unknown', ...FORM_ERRORS],
});

export const deleteParticipant = operation({
  name: 'deleteParticipant',
  group: 'live',
  summary: 'Removes participants with their corrections from a match: all of them, or none.',
  access: EDIT_MATCHES,
  effect: 'account',
  bodyBytes: 32_768,
  payload: z.object({
    uid,
    matchId: id,
    participantIds: z.array(id).min(1).max(LIMITS.participantsPerCall),
  }),
  result: emptyResult,
  errors: ['match-unknown', 'match-archived', 'participant-unknown'],
});

export const drawStartTimes = operation({
  name: 'drawStartTimes',
  group: 'live',
  summary: 'Gives the participants of a class start times in an interval, in random order or by number.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({
    uid,
    matchId: id,
    classId: id,
    firstStart: instant,
    intervalSeconds: z.int().min(1).max(3_600),
    order: z.enum(['random', 'number']),
  }),
  result: z.object({ drawn: z.int().nonnegative() }),
  errors: [
    'match-unknown',
    'match-archived',
    'match-class-unknown',
    'participant-device-taken',
    'participant-window',
    'participant-start',
  ],
});
