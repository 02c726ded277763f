import { z } from 'zod';
import { emptyResult, id, listOf, name, uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { PICTURE_ERRORS } from '../picture-errors.ts';
import { DEVICE_ROLES } from '../roles.ts';
import { uploadedFile } from '../uploaded-file.ts';

export const trackerIcon = z.object({
  iconId: id.nullable().describe('null: one that comes with the product'),
  iconName: z.string(),
  iconUrl: z.string().describe('what `iconDto.iconUrl` takes'),
  iconType: z.enum(['STANDARD', 'CUSTOM']),
  abilities: z.object({ remove: z.boolean() }),
});
export type TrackerIcon = z.infer<typeof trackerIcon>;

export const queryAllTrackerIcons = operation({
  name: 'queryAllTrackerIcons',
  summary: 'Icons that a device can have: those of the product, and those that the account uploaded.',
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({ uid }),
  result: listOf(trackerIcon).extend({ abilities: z.object({ add: z.boolean() }) }),
  errors: [],
});

export const addTrackerIcon = operation({
  name: 'addTrackerIcon',
  summary: 'Takes a picture as an icon for devices, drawn at 40 px.',
  access: { permission: 'editor', roles: ['eob_plugin_device_mg'] },
  effect: 'account',
  uploadBytes: LIMITS.pictureRequestBytes,
  uploadTooLarge: 'picture-too-large',
  payload: z.object({ uid, iconName: name, picture: uploadedFile.describe('png or jpeg, 4 MB at most') }),
  result: z.object({ iconId: id, iconUrl: z.string() }),
  errors: [...PICTURE_ERRORS, 'icon-limit'],
});

export const deleteTrackerIcon = operation({
  name: 'deleteTrackerIcon',
  summary: 'Deletes an uploaded icon. Devices that have it get the generic one.',
  access: { permission: 'editor', roles: ['eob_plugin_device_mg'] },
  effect: 'account',
  payload: z.object({ uid, iconId: id }),
  result: emptyResult,
  errors: ['icon-unknown'],
});
