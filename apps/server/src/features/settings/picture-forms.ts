import type { PayloadOf } from '@wakeline/contract/operation';
import type { uploadPicture } from '@wakeline/contract/settings/settings';
import type { PictureForm } from '../../files/picture.ts';

type Use = PayloadOf<typeof uploadPicture>['use'];

/** Size and format of stored pictures. */
export const PICTURE_FORMS: Readonly<Record<Use, PictureForm>> = {
  // Drawn at 269 by 74 at most (specification, section 5): twice that for sharp screens. PNG for sharp edges and transparency.
  logo: { width: 538, height: 148, format: 'png' },
  // Fills a large window; a larger picture would only load more slowly.
  loginPic: { width: 2_560, height: 1_600, format: 'webp' },
};
