import { z } from 'zod';
import { eventMap } from '../courses/event-objects.ts';
import { emptyResult, id, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { PICTURE_ERRORS } from '../picture-errors.ts';
import { uploadedFile } from '../uploaded-file.ts';
import { EDIT_MATCHES, VIEW_MATCHES } from './matches.ts';

/** Sizes of the pictures of a public page, pixels. */
export const LIVE_PICTURE_SIZES = {
  carousel: { width: 1_080, height: 540 },
  bottom: { width: 1_080, height: 280 },
} as const;
export const LIVE_PICTURE_USES = ['carousel', 'bottom'] as const;

const link = z
  .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(LIMITS.liveLink)])
  .describe('http or https; empty: none');
const picture = text.max(LIMITS.fileUrl).describe('`url` of `uploadLiveConfPic`');

export const liveEntrance = z.object({
  entranceName: text.trim().min(1).max(LIMITS.matchName),
  classIds: z
    .array(id)
    .max(LIMITS.classesPerMatch)
    .default([])
    .describe('classes that are displayed; empty: all'),
  courseId: id.nullable().default(null).describe('course on the map; null: those of the classes'),
  map: eventMap.nullable().default(null).describe('map below; null: all maps of the match'),
});
export type LiveEntrance = z.output<typeof liveEntrance>;

export const liveConf = z.object({
  title: text
    .trim()
    .max(LIMITS.liveTitle)
    .default('')
    .describe('above the page; empty: the name of the match'),
  carousel: z
    .array(z.object({ picture, link: link.default('') }))
    .max(LIMITS.liveCarousel)
    .default([])
    .describe('pictures of 1080 x 540 pixels'),
  bottomPicture: picture.default('').describe('1080 x 280 pixels; empty: none'),
  bottomLink: link.default(''),
  introduction: text.max(LIMITS.liveIntroduction).default('').describe('plain text'),
  introLink: link.default(''),
  timingLink: link.default(''),
  albumLink: link.default(''),
  comments: z.boolean().default(true).describe('viewers can comment'),
  ranking: z.boolean().default(true).describe('ranking and splits are displayed'),
  entrances: z.array(liveEntrance).max(LIMITS.liveEntrances).default([]),
});
export type LiveConf = z.output<typeof liveConf>;

export const DEFAULT_LIVE_CONF: LiveConf = liveConf.parse({});

export const queryLiveConf = operation({
  name: 'queryLiveConf',
  group: 'live',
  summary: 'The public page of a match.',
  access: VIEW_MATCHES,
  effect: 'none',
  payload: z.object({ uid, matchId: id }),
  result: liveConf,
  errors: ['match-unknown'],
});

export const editLiveConf = operation({
  name: 'editLiveConf',
  group: 'live',
  summary: 'Replaces the public page of a match.',
  access: EDIT_MATCHES,
  effect: 'account',
  bodyBytes: 196_608,
  payload: liveConf.extend({ uid, matchId: id }),
  result: emptyResult,
  errors: [
    'match-unknown',
    'match-archived',
    'match-class-unknown',
    'match-course-unknown',
    'match-map-unknown',
    'live-picture-unknown',
  ],
});

export const uploadLiveConfPic = operation({
  name: 'uploadLiveConfPic',
  group: 'live',
  summary:
    'Uploads a picture of a public page. It is public from then on, and is kept only if the page refers to it.',
  access: EDIT_MATCHES,
  effect: 'own',
  uploadBytes: LIMITS.pictureRequestBytes,
  uploadTooLarge: 'picture-too-large',
  payload: z.object({
    uid,
    matchId: id,
    use: z.enum(LIVE_PICTURE_USES),
    picture: uploadedFile.describe('PNG or JPEG of exactly the size of its use, at most 4 MB'),
  }),
  result: z.object({ url: z.string() }),
  errors: ['match-unknown', 'live-picture-limit', 'live-picture-size', ...PICTURE_ERRORS],
});
