import { z } from 'zod';
import { uid } from '../fields.ts';
import { LIMITS } from '../limits.ts';
import { operation } from '../operation.ts';
import { PICTURE_ERRORS } from '../picture-errors.ts';
import { uploadedFile } from '../uploaded-file.ts';

export const uploadMapPicture = operation({
  name: 'uploadMapPicture',
  summary:
    'Takes a picture for a labelled point: its icon (drawn at 30 px) or an image of the place. It is kept once a labelled point names it.',
  access: { permission: 'editor', roles: ['eob_plugin_loc_monitor'] },
  effect: 'own',
  uploadBytes: LIMITS.pictureRequestBytes,
  uploadTooLarge: 'picture-too-large',
  payload: z.object({
    uid,
    use: z.enum(['icon', 'image']),
    picture: uploadedFile.describe('png or jpeg, 4 MB at most'),
  }),
  result: z.object({ url: z.string() }),
  errors: [...PICTURE_ERRORS, 'map-picture-limit'],
});
