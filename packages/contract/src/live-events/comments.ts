import { z } from 'zod';
import { emptyResult, id, instant, listOf, pageIndex, pageSize, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { eventCode } from '../matches/event-page.ts';
import { EDIT_MATCHES, VIEW_MATCHES } from '../matches/matches.ts';
import { operation } from '../operation.ts';
import { clientKey, lineText, viewerKey } from './live-event-fields.ts';

export const COMMENT_KINDS = ['viewer', 'system'] as const;
export type CommentKind = (typeof COMMENT_KINDS)[number];

const number = z.int().positive().max(2_147_483_647).describe('counts the comments of the match');
const commentText = lineText.max(LIMITS.commentText);

/** A comment as viewers see it. */
export const liveComment = z.object({
  number,
  kind: z.enum(COMMENT_KINDS).describe('`system`: an announcement of the host'),
  name: z.string().describe('of the viewer; empty for an announcement'),
  text: z.string(),
  likes: z.int().nonnegative(),
  time: instant,
});
export type LiveComment = z.output<typeof liveComment>;

export const hostComment = liveComment.extend({
  userName: z.string().nullable().describe('login of the host; null: a viewer'),
  deleteTime: instant.nullable(),
  deletedBy: z.string().nullable(),
  muted: z.boolean().describe('whether its viewer or their address is muted'),
});
export type HostComment = z.output<typeof hostComment>;

export const queryCommentByPage = operation({
  name: 'queryCommentByPage',
  group: 'live',
  summary: 'A page of the comments of a match, the newest first, with those that were deleted.',
  access: VIEW_MATCHES,
  effect: 'none',
  payload: z.object({
    uid,
    matchId: id,
    keywords: text.trim().max(LIMITS.name).default('').describe('part of the name or text'),
    kind: z.enum(COMMENT_KINDS).optional(),
    deleted: z.boolean().optional().describe('only those that were deleted, or were not'),
    pageIndex,
    pageSize,
  }),
  result: listOf(hostComment).extend({ abilities: z.object({ moderate: z.boolean() }) }),
  errors: ['match-unknown'],
});

export const sendSysComment = operation({
  name: 'sendSysComment',
  group: 'live',
  summary: 'Publishes an announcement among the comments of a match. The newest one stays on the page.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id, clientKey, text: commentText }),
  result: z.object({ number }),
  errors: ['match-unknown', 'match-archived', 'comment-limit'],
});

export const deleteComment = operation({
  name: 'deleteComment',
  group: 'live',
  summary: 'Removes comments or announcements from the public page. The host still sees them.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id, numbers: z.array(number).min(1).max(LIMITS.tickedComments) }),
  result: emptyResult,
  errors: ['match-unknown', 'comment-unknown'],
});

/** Failures of everything that viewers send to a live event. */
export const EVENT_ERRORS = ['event-unknown', 'event-closed'] as const;

export const sendComment = operation({
  name: 'sendComment',
  group: 'live',
  summary: 'Stores a comment of a viewer. The response means that it is stored.',
  access: 'public',
  effect: 'own',
  payload: z.object({
    code: eventCode,
    clientKey,
    viewerKey,
    name: lineText.max(LIMITS.viewerName),
    text: commentText,
  }),
  result: z.object({ number, time: instant }),
  errors: [...EVENT_ERRORS, 'comments-off', 'comment-refused', 'comment-muted', 'comment-limit'],
});

export const likeComment = operation({
  name: 'likeComment',
  group: 'live',
  summary: 'Likes a comment; each viewer counts once.',
  access: 'public',
  effect: 'own',
  payload: z.object({ code: eventCode, viewerKey, number }),
  result: z.object({ likes: z.int().nonnegative() }),
  errors: [...EVENT_ERRORS, 'comments-off', 'comment-muted', 'comment-unknown'],
});

export const queryComments = operation({
  name: 'queryComments',
  group: 'live',
  summary: 'Comments of a live event in the order of their numbers. Deleted ones are left out.',
  access: 'public',
  effect: 'none',
  payload: z.object({
    code: eventCode,
    after: z.int().nonnegative().optional().describe('the next ones after this number'),
    before: number.optional().describe('the last ones before this number; default: the newest'),
    pageSize: z.int().min(1).max(LIMITS.commentsPage).default(30),
  }),
  result: z.object({
    list: z.array(liveComment),
    lastNumber: z.int().nonnegative().describe('of the newest comment; 0: none'),
    removed: z.array(number).describe('numbers of the last deleted ones'),
  }),
  errors: ['event-unknown', 'comments-off'],
});
