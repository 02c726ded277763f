import { z } from 'zod';
import { baseLayer } from './entities/base-layer.ts';
import { tracker, trackerStatusDto } from './entities/tracker.ts';
import { LANGUAGES, userConfig } from './entities/user-config.ts';
import { digest, emptyResult, id, instant, listOf, name, text, uid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { operation } from './operation.ts';
import { trackBlocks } from './replay/track-blocks.ts';
import { replaySetup } from './replay/tracks.ts';
import { SCREEN_ROLES } from './roles.ts';
import { BIG_SCREEN_KINDS } from './screens/screens.ts';
import { replayRule } from './settings/account-settings.ts';

const ROLE = 'eob_plugin_loc_monitor';

/** The secret in the address of a shared page: everyone who has it sees what is shared. */
const shareCode = text.min(16).max(64);

/** A point of a trail. */
export const trailPoint = z.object({
  time: instant,
  lng: z.number(),
  lat: z.number(),
  speed: z.number().nullable().describe('km/h'),
  height: z.number().nullable().describe('metres'),
});
export type TrailPoint = z.infer<typeof trailPoint>;

const trails = z.object({
  trails: z.array(
    z.object({
      trackerId: id,
      points: z
        .array(trailPoint)
        .describe('oldest first; at most `LIMITS.trailPoints`, thinned evenly above that'),
    }),
  ),
});

export const queryTrails = operation({
  name: 'queryTrails',
  summary: 'Recent positions of trackers, for trails behind markers and live tracking.',
  access: { permission: 'viewer', roles: [ROLE] },
  effect: 'none',
  payload: z.object({
    uid,
    trackerIds: z.array(id).min(1).max(LIMITS.trailTrackers),
    minutes: z.int().min(1).max(1_440),
  }),
  result: trails,
  errors: ['tracker-unknown'],
});

/** Time range of a link to a replay: at most 31 days for one device, 3 for several. */
const replayTimes = z.object({ startTime: instant, endTime: instant });

export const share = z.object({
  shareId: id,
  shareName: z.string(),
  trackerIds: z.array(id),
  trackerNames: z.array(z.string()),
  backMinutes: z.int().describe('minutes of history that viewers can see; 0: only the present'),
  replay: replayTimes.nullable().describe('time range that viewers replay; null: live view'),
  screen: z
    .object({ screenId: id, screenName: z.string(), kind: z.enum(BIG_SCREEN_KINDS), hideNames: z.boolean() })
    .nullable()
    .describe('null: a link to trackers'),
  createTime: instant,
  expireTime: instant,
  lastOpenTime: instant.nullable(),
  owner: z.string().describe('login'),
  state: z.enum(['open', 'expired', 'withdrawn']),
  abilities: z.object({ withdraw: z.boolean() }),
});
export type Share = z.infer<typeof share>;

export const createShareLink = operation({
  name: 'createShareLink',
  summary:
    'Creates a link with which everyone can watch these trackers without signing in, until it expires or is revoked. The code is returned only once.',
  access: { permission: 'editor', roles: [ROLE], person: true },
  effect: 'account',
  payload: z.object({
    uid,
    shareName: name,
    trackerIds: z.array(id).min(1).max(LIMITS.shareTrackers),
    expireTime: instant.describe('at most one year from now'),
    oldPD: digest
      .optional()
      .describe(
        "the user's password: required for a link that is valid for more than a day (`LIMITS.shareWithoutPasswordMs`)",
      ),
    backMinutes: z.int().min(0).max(LIMITS.shareBackMinutes).default(60),
    replay: replayTimes.optional().describe('unset: a link to the live view'),
  }),
  result: z.object({ shareId: id, code: z.string() }),
  errors: [
    'tracker-unknown',
    'share-expiry',
    'share-password',
    'password-wrong',
    'login-locked',
    'share-limit',
    'time-order',
    'span-too-long',
    'span-too-long-many',
  ],
});

export const queryShareLinks = operation({
  name: 'queryShareLinks',
  summary: "The user's share links, newest first; administrators see those of all users.",
  access: { permission: 'editor', roles: [ROLE, ...SCREEN_ROLES] },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(share),
  errors: [],
});

export const withdrawShareLink = operation({
  name: 'withdrawShareLink',
  summary: 'Revokes a share link immediately.',
  access: { permission: 'editor', roles: [ROLE, ...SCREEN_ROLES] },
  effect: 'account',
  payload: z.object({ uid, shareId: id }),
  result: emptyResult,
  errors: ['share-unknown'],
});

export const withdrawOwnShareLinks = operation({
  name: 'withdrawOwnShareLinks',
  summary:
    'Revokes every open share link of the signed-in user, for example after the theft of their session or device.',
  access: { permission: 'editor', roles: [ROLE, ...SCREEN_ROLES] },
  effect: 'account',
  payload: z.object({ uid }),
  result: z.object({ withdrawn: z.int().nonnegative() }),
  errors: [],
});

const sharedTracker = tracker.pick({
  trackerId: true,
  trackerName: true,
  label: true,
  iconDto: true,
  trackerStatusDto: true,
});
export type SharedTracker = z.infer<typeof sharedTracker>;

export const queryShare = operation({
  name: 'queryShare',
  summary: 'Content of a share link: branding, base maps and trackers with their latest state.',
  access: 'public',
  effect: 'none',
  payload: z.object({
    code: shareCode,
    lang: z.enum(LANGUAGES).optional().describe("language of the page; default: the browser's"),
  }),
  result: z.object({
    shareName: z.string(),
    expireTime: instant,
    backMinutes: z.int(),
    replay: replayTimes.nullable(),
    replaySetup,
    serverTime: instant,
    timeZone: z.string(),
    ...replayRule.shape,
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
    trackers: z.array(sharedTracker),
  }),
  errors: ['share-gone'],
});

export const queryShareStates = operation({
  name: 'queryShareStates',
  summary: 'The latest states of the trackers of a share link.',
  access: 'public',
  effect: 'none',
  payload: z.object({ code: shareCode }),
  result: z.object({
    serverTime: instant,
    states: z.array(z.object({ trackerId: id, status: trackerStatusDto })),
  }),
  errors: ['share-gone'],
});

export const queryShareTrails = operation({
  name: 'queryShareTrails',
  summary: 'Recent positions of the trackers of a share link, limited to its minutes of history.',
  access: 'public',
  effect: 'none',
  payload: z.object({ code: shareCode, minutes: z.int().min(1).max(1_440) }),
  result: trails,
  errors: ['share-gone'],
});

export const getShareTrackColumns = operation({
  name: 'getShareTrackColumns',
  summary: 'The tracks of a share link to a replay, in the format of getTrackColumns.',
  access: 'public',
  effect: 'none',
  heavy: true,
  responseType: 'bytes',
  payload: z.object({
    code: shareCode,
    startTime: instant
      .optional()
      .describe('start of the requested part; default: the start of the shared range'),
    endTime: instant.optional().describe('default: the end of the shared range'),
    points: z.int().min(2).max(LIMITS.coarsePoints).optional().describe('as in getTrackColumns'),
  }),
  result: trackBlocks,
  errors: ['share-gone', 'time-order'],
});
