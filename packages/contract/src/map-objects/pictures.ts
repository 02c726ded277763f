import { z } from 'zod';
import { uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { PICTURE_ERRORS } from '../picture-errors.ts';
import { uploadedFile } from '../uploaded-file.ts';

export const uploadMapPicture = operation({
  name: 'uploadMapPicture',
  summary:
    'Uploads a picture for a labelled point: its icon (displayed at 30 px) or a photo. It is kept only if a labelled point refers to it.',
  access: { permission: 'editor', roles: ['eob_plugin_loc_monitor'] },
  effect: 'own',
  uploadBytes: LIMITS.pictureRequestBytes,
  uploadTooLarge: 'picture-too-large',
  payload: z.object({
    uid,
    use: z.enum(['icon', 'image']),
    picture: uploadedFile.describe('PNG or JPEG, at most 4 MB'),
  }),
  result: z.object({ url: z.string() }),
  errors: [...PICTURE_ERRORS, 'map-picture-limit'],
});
