import { z } from 'zod';
import {
  code,
  digest,
  emptyResult,
  id,
  instant,
  listOf,
  name,
  otp,
  phone,
  uid,
  withdrawLinks,
} from './fields.ts';
import { operation } from './operation.ts';
import { ROLES } from './roles.ts';

export const changePassword = operation({
  name: 'changePassword',
  summary: "Changes the signed-in user's password and ends every other session.",
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, oldPD: digest, newPD: digest, withdrawLinks }),
  result: emptyResult,
  errors: ['password-wrong', 'login-locked', 'password-common', 'password-same'],
});

export const bindPhone = operation({
  name: 'bindPhone',
  summary:
    'Binds a phone to the signed-in user, to sign in by code and recover the password with; proved by the password and a code of type 3.',
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, oldPD: digest, phone, code }),
  result: emptyResult,
  errors: ['password-wrong', 'login-locked', 'code-wrong', 'phone-taken'],
});

export const unbindPhone = operation({
  name: 'unbindPhone',
  summary:
    'Takes the bound phone of the signed-in user away, so that nobody signs in or recovers the password with it.',
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, oldPD: digest }),
  result: emptyResult,
  errors: ['password-wrong', 'login-locked'],
});

export const querySecurity = operation({
  name: 'querySecurity',
  summary: "How the signed-in user's login is guarded.",
  access: 'person',
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({
    phone: z.string().nullable().describe('bound phone, its middle hidden: 138****8000'),
    twoFactor: z.boolean(),
    recoveryCodesLeft: z.int().nonnegative(),
  }),
  errors: [],
});

export const beginTwoFactor = operation({
  name: 'beginTwoFactor',
  summary: 'Starts two-factor sign-in: gives a secret for an authenticator. It counts once it is confirmed.',
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, oldPD: digest }),
  result: z.object({
    secret: z.string().describe('base32, RFC 4648'),
    uri: z.string().describe('otpauth: address, for a QR code'),
  }),
  errors: ['password-wrong', 'login-locked', 'two-factor-on'],
});

export const confirmTwoFactor = operation({
  name: 'confirmTwoFactor',
  summary: 'Turns two-factor sign-in on, with a code of the authenticator; gives the recovery codes, once.',
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, otp }),
  result: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['second-factor-wrong', 'two-factor-on', 'two-factor-off', 'login-locked'],
});

export const endTwoFactor = operation({
  name: 'endTwoFactor',
  summary: 'Turns two-factor sign-in off.',
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, oldPD: digest, otp }),
  result: emptyResult,
  errors: ['password-wrong', 'second-factor-wrong', 'two-factor-off', 'login-locked'],
});

export const querySessions = operation({
  name: 'querySessions',
  summary: "The signed-in user's sessions, the one in use first.",
  access: 'person',
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(
    z.object({
      sessionId: id,
      current: z.boolean(),
      createTime: instant,
      lastSeenTime: instant,
      address: z.string(),
      userAgent: z.string(),
    }),
  ).extend({
    openLinks: z.int().nonnegative().describe('share links of the user that are open: they outlive sessions'),
    abilities: z.object({ withdrawLinks: z.boolean() }),
  }),
  errors: [],
});

export const endSession = operation({
  name: 'endSession',
  summary: "Ends one of the signed-in user's sessions; without an id all but the one in use.",
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, sessionId: id.optional() }),
  result: emptyResult,
  errors: ['session-unknown'],
});

export const queryTokens = operation({
  name: 'queryTokens',
  summary: "The signed-in user's API tokens, without their secret.",
  access: 'person',
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(
    z.object({
      tokenId: id,
      name: z.string(),
      permission: z.enum(['administrator', 'editor', 'viewer']),
      roles: z.array(z.enum(ROLES)),
      createTime: instant,
      expireTime: instant,
      lastUsedTime: instant.nullable(),
    }),
  ),
  errors: [],
});

export const createToken = operation({
  name: 'createToken',
  summary:
    'Makes a token with which a program may call the service (Authorization: Bearer). It can do what its scope says and the user may do, the less of both; it is shown once.',
  access: 'person',
  effect: 'own',
  payload: z.object({
    uid,
    oldPD: digest,
    name,
    permission: z.enum(['administrator', 'editor', 'viewer']).describe('at most this'),
    roles: z.array(z.enum(ROLES)).min(1).max(ROLES.length).describe('these visible functions alone'),
    days: z.int().min(1).max(365).describe('until it expires'),
  }),
  result: z.object({ tokenId: id, token: z.string() }),
  errors: ['password-wrong', 'login-locked', 'token-limit', 'right-not-yours'],
});

export const deleteToken = operation({
  name: 'deleteToken',
  summary: 'Withdraws a token: from now on it opens nothing.',
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, tokenId: id }),
  result: emptyResult,
  errors: ['token-unknown'],
});
