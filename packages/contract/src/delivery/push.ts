import { z } from 'zod';
import { emptyResult, text, uid } from '../fields.ts';
import { operation } from '../operation.ts';

const access = { permission: 'viewer', roles: null } as const;

const endpoint = text.max(1_000).describe("URL of the browser's push service");
/** RFC 4648, section 5, without padding. */
const base64url = z.string().regex(/^[A-Za-z\d_-]+={0,2}$/);

export const queryPushKey = operation({
  name: 'queryPushKey',
  summary: 'The key with which browsers subscribe to push messages.',
  access,
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({
    publicKey: z.string().nullable().describe('VAPID key (RFC 8292), base64url; null: the server sends none'),
  }),
  errors: [],
});

export const addPushSubscription = operation({
  name: 'addPushSubscription',
  summary:
    'Sends the push messages of the signed-in user to this browser, too. The newest ten browsers count.',
  access,
  effect: 'own',
  payload: z.object({
    uid,
    endpoint,
    p256dh: base64url.max(90).describe('public key of the browser (RFC 8291), base64url'),
    auth: base64url.max(26).describe('shared secret of the browser, base64url'),
  }),
  result: emptyResult,
  errors: ['channel-unavailable', 'push-subscription-invalid'],
});

export const removePushSubscription = operation({
  name: 'removePushSubscription',
  summary: 'Ends the push messages to this browser.',
  access,
  effect: 'own',
  payload: z.object({ uid, endpoint }),
  result: emptyResult,
  errors: [],
});
