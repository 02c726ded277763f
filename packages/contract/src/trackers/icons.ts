import { z } from 'zod';
import { emptyResult, id, listOf, name, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { PICTURE_ERRORS } from '../picture-errors.ts';
import { DEVICE_ROLES } from '../roles.ts';
import { uploadedFile } from '../uploaded-file.ts';

export const trackerIcon = z.object({
  iconId: id.nullable().describe('null: a built-in icon'),
  iconName: z.string(),
  iconUrl: z.string().describe('value for `iconDto.iconUrl`'),
  iconType: z.enum(['STANDARD', 'CUSTOM']),
  abilities: z.object({ remove: z.boolean() }),
});
export type TrackerIcon = z.infer<typeof trackerIcon>;

export const queryAllTrackerIcons = operation({
  name: 'queryAllTrackerIcons',
  summary: 'Icons for devices: the built-in ones and those uploaded by the account.',
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(trackerIcon).extend({ abilities: z.object({ add: z.boolean() }) }),
  errors: [],
});

export const addTrackerIcon = operation({
  name: 'addTrackerIcon',
  summary: 'Uploads a picture as an icon for devices, displayed at 40 px.',
  access: { permission: 'editor', roles: ['eob_plugin_device_mg'] },
  effect: 'account',
  uploadBytes: LIMITS.pictureRequestBytes,
  uploadTooLarge: 'picture-too-large',
  payload: z.object({ uid, iconName: name, picture: uploadedFile.describe('PNG or JPEG, at most 4 MB') }),
  result: z.object({ iconId: id, iconUrl: z.string() }),
  errors: [...PICTURE_ERRORS, 'icon-limit'],
});

export const deleteTrackerIcon = operation({
  name: 'deleteTrackerIcon',
  summary: 'Deletes an uploaded icon. Devices that use it get the generic icon.',
  access: { permission: 'editor', roles: ['eob_plugin_device_mg'] },
  effect: 'account',
  payload: z.object({ uid, iconId: id }),
  result: emptyResult,
  errors: ['icon-unknown'],
});
