import { z } from 'zod';
import { emptyResult, instant, uid } from '../fields.ts';
import { operation } from '../operation.ts';
import { SATELLITE_ROLES } from '../roles.ts';

/** Up to which messages of a function are counted. */
export const MAX_UNREAD = 99;

const access = { permission: 'viewer', roles: SATELLITE_ROLES } as const;

export const queryEobBdUnread = operation({
  name: 'queryEobBdUnread',
  summary:
    'Messages of terminals since the user last looked at satellite messages, by function of the user. For the dot on the menu entries.',
  access,
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({
    unread: z.array(
      z.object({
        role: z.enum(SATELLITE_ROLES),
        count: z.int().min(0).max(MAX_UNREAD).describe(`at most ${MAX_UNREAD}`),
      }),
    ),
    newestTime: instant.nullable().describe('of the newest unread message; null: there is none'),
  }),
  errors: [],
});

export const markEobBdMsgsSeen = operation({
  name: 'markEobBdMsgsSeen',
  summary:
    'Marks the messages of terminals up to a time as seen by the user; an earlier time changes nothing.',
  access,
  effect: 'own',
  payload: z.object({ uid, upTo: instant.describe('`newestTime` of `queryEobBdUnread`') }),
  result: emptyResult,
  errors: [],
});
