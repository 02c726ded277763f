import { z } from 'zod';
import { emptyResult, id, text, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { EDIT_MATCHES, VIEW_MATCHES } from '../matches/matches.ts';
import { operation } from '../operation.ts';
import { PICTURE_ERRORS } from '../picture-errors.ts';
import { uploadedFile } from '../uploaded-file.ts';
import { lineText, yuan } from './live-event-fields.ts';

export const giftForm = z.object({
  giftName: lineText.max(LIMITS.giftName),
  price: yuan,
  votes: z.int().min(0).max(LIMITS.giftVotes).describe('that one gift adds to its receiver'),
  pictureUrl: text.min(1).max(LIMITS.fileUrl).describe('`url` of `uploadGiftPic`'),
  hidden: z.boolean().default(false).describe('not offered to viewers'),
});
export type GiftForm = z.output<typeof giftForm>;

export const gift = giftForm.extend({ giftId: id, pictureUrl: z.string(), hidden: z.boolean() });
export type Gift = z.output<typeof gift>;

export const queryMatchGifts = operation({
  name: 'queryMatchGifts',
  group: 'live',
  summary: 'The gifts of a match, the cheapest first.',
  access: VIEW_MATCHES,
  effect: 'none',
  payload: z.object({ uid, matchId: id }),
  result: z.object({ list: z.array(gift), abilities: z.object({ edit: z.boolean() }) }),
  errors: ['match-unknown'],
});

export const editGift = operation({
  name: 'editGift',
  group: 'live',
  summary: 'Adds a gift to a match, or changes it. Records keep the former name, price and picture.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: giftForm.extend({ uid, matchId: id, giftId: id.nullable().describe('null: adds a gift') }),
  result: z.object({ giftId: id }),
  errors: ['match-unknown', 'match-archived', 'gift-unknown', 'gift-limit', 'gift-picture-unknown'],
});

export const deleteGift = operation({
  name: 'deleteGift',
  group: 'live',
  summary: 'Deletes a gift of a match. Records of it stay.',
  access: EDIT_MATCHES,
  effect: 'account',
  payload: z.object({ uid, matchId: id, giftId: id }),
  result: emptyResult,
  errors: ['match-unknown', 'match-archived', 'gift-unknown'],
});

export const uploadGiftPic = operation({
  name: 'uploadGiftPic',
  group: 'live',
  summary:
    'Uploads the picture of a gift. It is public from then on, and is kept only if a gift or a record refers to it.',
  access: EDIT_MATCHES,
  effect: 'own',
  uploadBytes: LIMITS.pictureRequestBytes,
  uploadTooLarge: 'picture-too-large',
  payload: z.object({
    uid,
    matchId: id,
    picture: uploadedFile.describe('square PNG or JPEG, at most 4 MB'),
  }),
  result: z.object({ url: z.string() }),
  errors: ['match-unknown', 'gift-picture-square', 'gift-picture-limit', ...PICTURE_ERRORS],
});
