import { z } from 'zod';
import { LANGUAGES, pluginOrderDto, roleDto, userConfig } from './entities/user-config.ts';
import { code, digest, emptyResult, linkCode, otp, phone, text, uid, withdrawLinks } from './fields.ts';
import { LIMITS } from './limits.ts';
import { operation, PERMISSIONS } from './operation.ts';

/** Initial data of a signed-in console. */
export const loginResult = z.object({
  accountMsg: z.object({
    uid: z.string(),
    username: z.string(),
    token: z.string().describe('the session token, for programs without a cookie store'),
    permission: z.enum(PERMISSIONS),
    roles: z.array(roleDto),
  }),
  pluginsOrder: z.array(pluginOrderDto),
  config: userConfig,
  latestMsgId: z.int().nonnegative(),
  latestNoticeId: z
    .int()
    .nonnegative()
    .describe('newest entry of the update log that the user has acknowledged'),
});

export const loginByCodeOrPd = operation({
  name: 'loginByCodeOrPd',
  summary:
    'Signs in with account and password (phone, pd), with a code from a text message (phone, code), or with the signature of a third party (phone or userName, timestamp, sign). Sets the session cookie.',
  access: 'public',
  effect: 'own',
  payload: z.object({
    phone: text
      .trim()
      .max(LIMITS.loginName)
      .optional()
      .describe('the account name; with a code, the phone number'),
    pd: digest.optional(),
    code: text.max(6).optional(),
    userName: text.max(LIMITS.loginName).optional().describe('for a third party: the account name'),
    timestamp: z.coerce.number().int().optional().describe('for a third party: epoch milliseconds'),
    sign: text
      .max(128)
      .optional()
      .describe('hexadecimal HMAC-SHA256 of the concatenation of userName and timestamp'),
    otp: otp
      .optional()
      .describe('code of the authenticator app or a recovery code, if two-factor sign-in is on'),
    t: linkCode,
    lang: z.enum(LANGUAGES).optional(),
  }),
  result: loginResult,
  errors: [
    'account-empty',
    'credentials-wrong',
    'login-locked',
    'user-disabled',
    'login-way-unavailable',
    'second-factor-needed',
    'second-factor-wrong',
    'code-wrong',
    'sign-wrong',
    'sign-expired',
    'sign-used',
  ],
});

export const logout = operation({
  name: 'logout',
  summary: 'Ends the session.',
  access: 'session',
  effect: 'own',
  payload: z.object({ uid }),
  result: emptyResult,
  errors: [],
});

/** Purposes of verification codes; the specification defines 0 and 1. */
export const CODE_TYPES = { login: 0, registration: 1, recovery: 2, bindPhone: 3 } as const;

export const sendLoginCode = operation({
  name: 'sendLoginCode',
  summary:
    'Sends a code to a phone: 0 to sign in, 1 to register, 2 to recover the password, 3 to bind the phone to the signed-in user (session-gone without a session). The response does not reveal whether a user has the number.',
  access: 'public',
  effect: 'own',
  payload: z.object({
    phone,
    type: z.literal([0, 1, 2, 3]),
    t: linkCode,
    lang: z.enum(LANGUAGES).optional().describe('language of the text message; default: that of the caller'),
  }),
  result: z.object({ seconds: z.int().describe('seconds until the next code can be requested') }),
  errors: ['code-too-soon', 'code-limit', 'registration-closed', 'message-not-sent'],
});

export const register = operation({
  name: 'register',
  summary: 'Creates an account for a phone number, with the branding of the link code.',
  access: 'public',
  effect: 'own',
  payload: z.object({ phone, code, pd: digest, t: linkCode, lang: z.enum(LANGUAGES).optional() }),
  result: emptyResult,
  errors: [
    'registration-closed',
    'login-locked',
    'code-wrong',
    'phone-taken',
    'login-taken',
    'password-common',
  ],
});

export const checkResetCode = operation({
  name: 'checkResetCode',
  summary: 'First step of password recovery: exchanges the code sent to the phone for a reset token.',
  access: 'public',
  effect: 'own',
  payload: z.object({ phone, code }),
  result: z.object({ ticket: z.string().describe('reset token, valid once and for ten minutes') }),
  errors: ['code-wrong', 'login-locked'],
});

export const resetPd = operation({
  name: 'resetPd',
  summary:
    'Second step of password recovery: sets a new password and revokes all sessions and tokens of the user.',
  access: 'public',
  effect: 'own',
  payload: z.object({ ticket: text.max(128), newPD: digest, withdrawLinks }),
  result: emptyResult,
  errors: ['ticket-gone', 'login-locked', 'password-common', 'password-same'],
});

export const loadSysConf = operation({
  name: 'loadSysConf',
  summary: 'Content of the login page, by link code.',
  access: 'public',
  effect: 'none',
  payload: z.object({
    t: linkCode,
    lang: z.enum(LANGUAGES).optional().describe('language of the default name; default: that of the caller'),
  }),
  result: z.object({
    logoUrl: z.string().nullable(),
    loginPic: z.string().nullable(),
    sysName: z.string(),
    themeColor: z.string(),
    textColor: z.string(),
    isOpenRegister: z.literal([0, 1]),
    lang: z.enum(LANGUAGES),
  }),
  errors: [],
});

export const getSignParam = operation({
  name: 'getSignParam',
  summary:
    'Signed values with which the user can open the ground-support pages, and their address. They cannot be used to sign in to this service.',
  access: { permission: 'viewer', roles: ['eob_plugin_ground_support'] },
  effect: 'own',
  payload: z.object({ uid }),
  result: z.object({
    userName: z.string(),
    timestamp: z.int().describe('epoch milliseconds'),
    sign: z.string().describe('hexadecimal HMAC-SHA256 of userName and timestamp'),
    url: z.string().describe('page that takes them as query parameters'),
  }),
  errors: ['ground-support-unset'],
});
