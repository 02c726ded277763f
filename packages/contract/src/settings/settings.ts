import { NOTICE_TYPES } from '@wakeline/domain/notices/notice-type';
import { z } from 'zod';
import { LANGUAGES, noticeConf, pluginOrderDto, roleDto, userConfig } from '../entities/user-config.ts';
import { color, emptyResult, id, linkCode, text, timeZone, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation, PERMISSIONS } from '../operation.ts';
import { ROLES } from '../roles.ts';
import { uploadedFile } from '../uploaded-file.ts';
import { accountSettings, reportSettings } from './account-settings.ts';

const plainCoordinates = z
  .boolean()
  .describe('use coordinates that a device marks as encrypted (JT/T 808) if they are plausible');

export const queryUserConfig = operation({
  name: 'queryUserConfig',
  summary: "The signed-in user's settings, roles and menu order.",
  access: 'session',
  effect: 'none',
  payload: z.object({ uid, t: linkCode }),
  result: userConfig.extend({
    uid: z.string(),
    username: z.string(),
    permission: z.enum(PERMISSIONS),
    timeZone: z.string(),
    loginPic: z.string().nullable(),
    noticeConf,
    roles: z.array(roleDto),
    pluginsOrder: z.array(pluginOrderDto),
    devicePorts: z
      .record(z.string(), z.int())
      .describe('port for devices by protocol; disabled protocols are omitted'),
    groundSupport: z.boolean().describe('whether ground-support pages are configured'),
    plainCoordinates: plainCoordinates.describe('as in editUserConfig'),
    movingSpeed: accountSettings.shape.movingSpeed,
    reportSettings: reportSettings.describe('what reports of the account count'),
    abilities: z
      .object({
        brand: z.boolean().describe('may change name, logo, pictures, colours and time zone of the account'),
        subUsers: z.boolean(),
        audit: z.boolean(),
        plugins: z.boolean().describe('may add functions with an activation code'),
        unregistered: z.boolean().describe('may see devices that belong to no account'),
        feeds: z.boolean().describe('may see the feeds of the account'),
        accountTasks: z.boolean().describe('may see and cancel the batch tasks of all users'),
        alarms: z.boolean().describe('may handle alarms'),
        delivery: z.boolean().describe('may manage recipients of notices outside the console'),
      })
      .describe('what the user may do beyond their own settings; determines screens and buttons'),
  }),
  errors: [],
});

/** Branding of the account. */
export const brandingForm = z.object({
  sysName: text.trim().max(LIMITS.sysName).describe("empty: the dealer's name, or the default one"),
  logoUrl: text.max(512).nullable().describe("from uploadPicture; null: the dealer's, or none"),
  loginPic: text.max(512).nullable().describe("from uploadPicture; null: the dealer's, or the default"),
  themeColor: color,
  textColor: color.describe('text colour of the header'),
  timeZone,
});

/** Settings of the account for decoding device data. */
export const deviceSettingsForm = z.object({ plainCoordinates });

export type BrandingForm = z.output<typeof brandingForm>;

/** Personal settings of a user. */
export const userConfigForm = userConfig
  .pick({
    speedUnits: true,
    altitudeUnits: true,
    climbUnits: true,
    locationFormat: true,
    deviceListParam: true,
    mapRefreshTime: true,
    hideOfflineDevice: true,
    menu: true,
    lang: true,
  })
  .extend({
    pluginsOrder: z.array(z.enum(ROLES)).max(ROLES.length).describe('order of the side menu'),
  });

export const editUserConfig = operation({
  name: 'editUserConfig',
  summary:
    'Changes the given settings. Account settings (name, pictures, colours, time zone, devices) require an administrator with the function system settings.',
  access: 'session',
  effect: 'own',
  payload: userConfigForm
    .partial()
    .extend(brandingForm.partial().shape)
    .extend(deviceSettingsForm.partial().shape)
    .extend({ uid }),
  result: emptyResult,
  errors: ['picture-unknown'],
});

export const editUserLang = operation({
  name: 'editUserLang',
  summary: "Sets the signed-in user's language, also for texts from the server.",
  access: 'session',
  effect: 'own',
  payload: z.object({ uid, lang: z.enum(LANGUAGES) }),
  result: emptyResult,
  errors: [],
});

export const uploadPicture = operation({
  name: 'uploadPicture',
  summary:
    'Uploads a picture for the account: a logo (displayed at no more than 269 by 74 pixels) or the picture of the login page. It is kept only if editUserConfig refers to it.',
  access: { permission: 'administrator', roles: ['eob_plugin_sys_conf'] },
  effect: 'own',
  uploadBytes: LIMITS.pictureRequestBytes,
  uploadTooLarge: 'picture-too-large',
  payload: z.object({
    uid,
    use: z.enum(['logo', 'loginPic']),
    picture: uploadedFile.describe('PNG or JPEG, at most 4 MB'),
  }),
  result: z.object({ url: z.string() }),
  errors: ['picture-too-large', 'picture-type', 'picture-pixels', 'picture-side', 'picture-broken'],
});

export const queryNoticeConf = operation({
  name: 'queryNoticeConf',
  summary: 'Notification settings of the signed-in user: which notices open a pop-up, and how.',
  access: 'session',
  effect: 'none',
  payload: z.object({ uid }),
  result: noticeConf.extend({
    accountRules: z
      .array(z.object({ ruleId: id, ruleName: z.string(), msgTypes: z.array(z.enum(NOTICE_TYPES)) }))
      .describe('rules that the user can see, by name, with the types of their notices'),
  }),
  errors: [],
});

export const editNoticeConf = operation({
  name: 'editNoticeConf',
  summary: 'Changes the given notification settings. `rules` replaces those of all rules.',
  access: 'session',
  effect: 'own',
  bodyBytes: 65_536,
  payload: noticeConf.partial().extend({ uid }),
  result: emptyResult,
  errors: ['rule-unknown'],
});

export const switchStatusNotice = operation({
  name: 'switchStatusNotice',
  summary:
    'Turns pop-ups for started moving, stopped and offline on or off together. Notices of moving and stopping are created only for accounts in which a user has turned them on.',
  access: 'session',
  effect: 'own',
  payload: z.object({ uid, isOpen: z.literal([0, 1]) }),
  result: emptyResult,
  errors: [],
});
