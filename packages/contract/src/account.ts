import { z } from 'zod';
import { LANGUAGES, pluginOrderDto, roleDto, userConfig } from './entities/user-config.ts';
import { nothing, text, uid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { operation } from './operation.ts';
import { SHAPES, shaped } from './shapes.ts';

const md5 = z
  .string()
  .refine(SHAPES.md5.fits, shaped('md5'))
  .describe('MD5 of the trimmed password, hexadecimal');

export const loginByCodeOrPd = operation({
  name: 'loginByCodeOrPd',
  summary: 'Signs in with account and password. Sets the session cookie.',
  access: 'public',
  payload: z.object({
    phone: text.trim().max(LIMITS.loginName),
    pd: md5.optional(),
    code: text.max(6).optional(),
    sign: text.max(128).optional(),
    t: text.max(64).optional().describe('link code of the branded page'),
    lang: z.enum(LANGUAGES).optional(),
  }),
  result: z.object({
    accountMsg: z.object({
      uid: z.string(),
      username: z.string(),
      token: z.string().describe('the session token, for programs without a cookie store'),
      permission: z.enum(['holder', 'administrator', 'editor', 'viewer']),
      roles: z.array(roleDto),
    }),
    pluginsOrder: z.array(pluginOrderDto),
    config: userConfig,
    latestMsgId: z.int().nonnegative(),
    latestNoticeId: z.int().nonnegative(),
  }),
  errors: ['account-empty', 'credentials-wrong', 'login-locked', 'user-disabled', 'login-way-unavailable'],
});

export const logout = operation({
  name: 'logout',
  summary: 'Ends the session.',
  access: 'session',
  payload: z.object({ uid }),
  result: nothing,
  errors: [],
});

export const loadSysConf = operation({
  name: 'loadSysConf',
  summary: 'What the login page shows, by link code.',
  access: 'public',
  payload: z.object({ t: text.max(64).optional() }),
  result: z.object({
    logoUrl: z.string().nullable(),
    loginPic: z.string().nullable(),
    sysName: z.string(),
    themeColor: z.string(),
    isOpenRegister: z.literal([0, 1]),
    lang: z.enum(LANGUAGES),
  }),
  errors: [],
});

export const queryUserConfig = operation({
  name: 'queryUserConfig',
  summary: "The signed-in user's settings, roles and menu order.",
  access: 'session',
  payload: z.object({ uid, t: text.max(64).optional() }),
  result: userConfig.extend({
    uid: z.string(),
    username: z.string(),
    permission: z.enum(['holder', 'administrator', 'editor', 'viewer']),
    timeZone: z.string(),
    roles: z.array(roleDto),
    pluginsOrder: z.array(pluginOrderDto),
    devicePorts: z
      .record(z.string(), z.int())
      .describe('port that devices report to, by protocol; those that are off are left out'),
  }),
  errors: [],
});

export const editUserLang = operation({
  name: 'editUserLang',
  summary: "Keeps the signed-in user's language: what the server writes is in it.",
  access: 'session',
  payload: z.object({ uid, lang: z.enum(LANGUAGES) }),
  result: nothing,
  errors: [],
});
