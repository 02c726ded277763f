import { z } from 'zod';
import { baseLayer } from '../entities/base-layer.ts';
import { tracker, trackerStatusDto } from '../entities/tracker.ts';
import { LANGUAGES, userConfig } from '../entities/user-config.ts';
import { digest, id, instant, name, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { SCREEN_ROLES } from '../roles.ts';
import { SCREEN_CODE_PATTERN } from './screen-code.ts';
import { screenData } from './screen-data.ts';
import { screen } from './screens.ts';

const screenCode = z.string().min(16).max(64).regex(SCREEN_CODE_PATTERN);

export const createScreenLink = operation({
  name: 'createScreenLink',
  summary:
    'Creates a link with which everyone can see a screen without signing in, until it expires or is revoked. The code is returned only once.',
  access: { permission: 'editor', roles: SCREEN_ROLES, person: true },
  effect: 'account',
  payload: z.object({
    uid,
    shareName: name,
    screenId: id,
    hideNames: z.boolean().describe('without names and labels of devices, and names of groups'),
    expireTime: instant.describe('at most one year from now'),
    oldPD: digest
      .optional()
      .describe(
        "the user's password: required for a link that is valid for more than a day (`LIMITS.shareWithoutPasswordMs`)",
      ),
  }),
  result: z.object({ shareId: id, code: z.string() }),
  errors: [
    'screen-unknown',
    'share-expiry',
    'share-password',
    'password-wrong',
    'login-locked',
    'share-limit',
  ],
});

export const queryScreenLink = operation({
  name: 'queryScreenLink',
  summary: 'Content of a screen link: branding, base maps, groups and boxes.',
  access: 'public',
  effect: 'none',
  payload: z.object({
    code: screenCode,
    lang: z.enum(LANGUAGES).optional().describe("language of the page; default: the browser's"),
  }),
  result: z.object({
    screen,
    expireTime: instant,
    hideNames: z.boolean(),
    serverTime: instant,
    timeZone: z.string(),
    looks: userConfig.pick({
      sysName: true,
      logoUrl: true,
      themeColor: true,
      textColor: true,
      speedUnits: true,
      altitudeUnits: true,
      climbUnits: true,
      locationFormat: true,
    }),
    baseLayers: z.array(baseLayer),
    defaultBaseLayer: z.int().nonnegative().nullable(),
    groups: z.array(
      z.object({
        groupId: id,
        parentId: id.nullable(),
        groupName: z.string().describe('empty: the link hides names'),
      }),
    ),
  }),
  errors: ['share-gone'],
});

const linkTracker = tracker.pick({
  trackerId: true,
  trackerName: true,
  label: true,
  groupId: true,
  activation: true,
  iconDto: true,
  trackerStatusDto: true,
});
export type LinkTracker = z.infer<typeof linkTracker>;

export const queryScreenLinkTrackers = operation({
  name: 'queryScreenLinkTrackers',
  summary: 'The devices of a screen link page by page. Positions only if the screen has a map.',
  access: 'public',
  effect: 'none',
  payload: z.object({
    code: screenCode,
    after: id.optional().describe('`next` of the previous page; unset for the first page'),
  }),
  result: z.object({
    list: z.array(linkTracker).max(LIMITS.screenLinkPage),
    next: id.nullable().describe('pass it as `after` for the next page; null: this was the last one'),
  }),
  errors: ['share-gone'],
});

export const queryScreenLinkStates = operation({
  name: 'queryScreenLinkStates',
  summary: 'The states of the devices of a screen link that changed.',
  access: 'public',
  effect: 'none',
  payload: z.object({
    code: screenCode,
    since: instant.describe('`serverTime` of the previous response'),
  }),
  result: z.object({
    serverTime: instant,
    states: z.array(z.object({ trackerId: id, status: trackerStatusDto })),
    total: z.int().nonnegative().describe('devices of the link; another number: request the devices again'),
    newestNotice: z.int().nonnegative().describe("number of the account's newest notice; 0: none"),
    editTime: instant.nullable().describe('last change of the screen; another one: request the link again'),
  }),
  errors: ['share-gone'],
});

export const queryScreenLinkData = operation({
  name: 'queryScreenLinkData',
  summary: 'The figures of the boxes of a screen link, as of queryScreenData.',
  access: 'public',
  effect: 'none',
  payload: z.object({
    code: screenCode,
    groupId: id.optional().describe('group of boxes without one, during a tour between groups'),
  }),
  result: screenData,
  errors: ['share-gone'],
});
