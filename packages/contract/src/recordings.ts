import { MEDIA_REFUSALS, MEDIA_TRIGGERS } from '@wakeline/domain/media/media';
import { z } from 'zod';
import { id, instant, listOf, pageIndex, pageSize, uid } from './fields.ts';
import { LIMITS } from './limits.ts';
import { operation } from './operation.ts';
import { DEVICE_ROLES } from './roles.ts';

/** A voice message or another recording that a device sent. */
export const deviceRecording = z.object({
  recordingId: id,
  trackerId: id,
  recordedTime: instant.describe('by the clock of the device; when it arrived, if the device sends no time'),
  receivedTime: instant,
  channel: z.int().nullable().describe('number of the microphone; null: the device does not say'),
  trigger: z.enum(MEDIA_TRIGGERS).nullable().describe('why the device recorded it; null: not known'),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  refusal: z.enum(MEDIA_REFUSALS).nullable().describe('why it is not stored; null: it is stored'),
  recordingUrl: z
    .string()
    .nullable()
    .describe(
      'path of the audio, as WAV if browsers do not play its format; with `?download` as the device sent it',
    ),
  bytes: z.int().nullable().describe('as the device sent it'),
  durationMs: z.int().nullable().describe('as far as it can be played; null: not known'),
  isDamaged: z.boolean().describe('whether it ends early, because the rest cannot be read'),
});
export type DeviceRecording = z.infer<typeof deviceRecording>;

export const queryRecordings = operation({
  name: 'queryRecordings',
  summary: 'A page of the recordings of a device, newest first, with those that were refused.',
  access: { permission: 'viewer', roles: DEVICE_ROLES },
  effect: 'none',
  payload: z.object({
    uid,
    trackerId: id,
    recordingId: id.optional().describe('only this one; none if it has been deleted'),
    pageIndex,
    pageSize,
  }),
  result: listOf(deviceRecording).extend({ abilities: z.object({ remove: z.boolean() }) }),
  errors: ['tracker-unknown'],
});

export const deleteRecordings = operation({
  name: 'deleteRecordings',
  summary: 'Deletes recordings of a device, all or none.',
  access: { permission: 'editor', roles: ['eob_plugin_device_mg'] },
  effect: 'account',
  payload: z.object({ uid, trackerId: id, recordingIds: z.array(id).min(1).max(LIMITS.tickedMedia) }),
  result: z.object({ deleted: z.int().positive() }),
  errors: ['tracker-unknown', 'recording-unknown'],
});
