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
  summary: 'Changes the password of the signed-in user and ends all their other sessions.',
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, oldPD: digest, newPD: digest, withdrawLinks }),
  result: emptyResult,
  errors: ['password-wrong', 'login-locked', 'password-common', 'password-same'],
});

export const bindPhone = operation({
  name: 'bindPhone',
  summary:
    'Binds a phone number to the signed-in user for sign-in by code and password recovery. Requires the password and a code of type 3.',
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, oldPD: digest, phone, code }),
  result: emptyResult,
  errors: ['password-wrong', 'login-locked', 'code-wrong', 'phone-taken'],
});

export const unbindPhone = operation({
  name: 'unbindPhone',
  summary:
    'Unbinds the phone number of the signed-in user: it can no longer be used to sign in or to recover the password.',
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, oldPD: digest }),
  result: emptyResult,
  errors: ['password-wrong', 'login-locked'],
});

export const querySecurity = operation({
  name: 'querySecurity',
  summary: "Security settings of the signed-in user's login.",
  access: 'person',
  effect: 'none',
  payload: z.object({ uid }),
  result: z.object({
    phone: z.string().nullable().describe('bound phone number, masked: 138****8000'),
    twoFactor: z.boolean(),
    recoveryCodesLeft: z.int().nonnegative(),
  }),
  errors: [],
});

export const beginTwoFactor = operation({
  name: 'beginTwoFactor',
  summary:
    'Starts the setup of two-factor sign-in: returns a secret for an authenticator app. Active after confirmTwoFactor.',
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, oldPD: digest }),
  result: z.object({
    secret: z.string().describe('base32, RFC 4648'),
    uri: z.string().describe('otpauth: URI, for a QR code'),
  }),
  errors: ['password-wrong', 'login-locked', 'two-factor-on'],
});

export const confirmTwoFactor = operation({
  name: 'confirmTwoFactor',
  summary:
    'Turns two-factor sign-in on with a code of the authenticator app; returns the recovery codes, once.',
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
  summary: "The signed-in user's sessions, the current one first.",
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
    openLinks: z.int().nonnegative().describe('open share links of the user; they do not end with sessions'),
    abilities: z.object({ withdrawLinks: z.boolean() }),
  }),
  errors: [],
});

export const endSession = operation({
  name: 'endSession',
  summary: "Ends one of the signed-in user's sessions; without an id, all except the current one.",
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, sessionId: id.optional() }),
  result: emptyResult,
  errors: ['session-unknown'],
});

export const queryTokens = operation({
  name: 'queryTokens',
  summary: "The signed-in user's API tokens, without secrets.",
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
    "Creates a token for programs that call the service (Authorization: Bearer). Its rights are the intersection of its scope and the user's rights. It is returned only once.",
  access: 'person',
  effect: 'own',
  payload: z.object({
    uid,
    oldPD: digest,
    name,
    permission: z.enum(['administrator', 'editor', 'viewer']).describe('upper limit of the permission'),
    roles: z.array(z.enum(ROLES)).min(1).max(ROLES.length).describe('only these visible functions'),
    days: z.int().min(1).max(365).describe('days until it expires'),
  }),
  result: z.object({ tokenId: id, token: z.string() }),
  errors: ['password-wrong', 'login-locked', 'token-limit', 'right-not-yours'],
});

export const deleteToken = operation({
  name: 'deleteToken',
  summary: 'Revokes a token immediately.',
  access: 'person',
  effect: 'own',
  payload: z.object({ uid, tokenId: id }),
  result: emptyResult,
  errors: ['token-unknown'],
});
