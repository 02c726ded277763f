import { MEDIA_REFUSALS, MEDIA_TRIGGERS } from '@wakeline/domain/media/media';
import { z } from 'zod';
import { id, instant, listOf, pageIndex, pageSize, uid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { operation } from './operation.ts';
import { DEVICE_ROLES } from './roles.ts';

/** A photo that a device took. */
export const devicePhoto = z.object({
  photoId: id,
  trackerId: id,
  instructionId: id.nullable().describe('the instruction that requested it; null: none is known'),
  takenTime: instant.describe('by the clock of the device; when it arrived, if the device sends no time'),
  receivedTime: instant,
  channel: z.int().nullable().describe('number of the camera'),
  trigger: z.enum(MEDIA_TRIGGERS).nullable().describe('why the device took it; null: not known'),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  refusal: z.enum(MEDIA_REFUSALS).nullable().describe('why it is not stored; null: it is stored'),
  photoUrl: z.string().nullable().describe('path of the picture; with `?download` a browser saves it'),
  bytes: z.int().nullable(),
  width: z.int().nullable().describe('pixels'),
  height: z.int().nullable(),
});
export type DevicePhoto = z.infer<typeof devicePhoto>;

export const queryPhotos = operation({
  name: 'queryPhotos',
  summary: 'A page of the photos of a device, newest first, with those that were refused.',
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({
    uid,
    trackerId: id,
    instructionId: id.optional().describe('only those that this instruction requested'),
    pageIndex,
    pageSize,
  }),
  result: listOf(devicePhoto).extend({ abilities: z.object({ remove: z.boolean() }) }),
  errors: ['tracker-unknown'],
});

export const deletePhotos = operation({
  name: 'deletePhotos',
  summary: 'Deletes photos of a device, all or none.',
  access: { permission: 'editor', roles: ['eob_plugin_device_mg'] },
  effect: 'account',
  payload: z.object({ uid, trackerId: id, photoIds: z.array(id).min(1).max(LIMITS.tickedMedia) }),
  result: z.object({ deleted: z.int().positive() }),
  errors: ['tracker-unknown', 'photo-unknown'],
});
