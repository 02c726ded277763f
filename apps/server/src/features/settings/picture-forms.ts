import type { PayloadOf } from '@wakeline/contract/operation';
import type { uploadPicture } from '@wakeline/contract/settings/settings';
import type { PictureForm } from '../../files/picture.ts';

type Use = PayloadOf<typeof uploadPicture>['use'];

/** How pictures of the account are kept. */
export const PICTURE_FORMS: Readonly<Record<Use, PictureForm>> = {
  // Drawn at 269 by 74 at most (specification, section 5): twice that for sharp screens. Logos have clear edges and see-through ground.
  logo: { width: 538, height: 148, format: 'png' },
  // Fills a large window; beyond that it only takes time to load.
  loginPic: { width: 2_560, height: 1_600, format: 'webp' },
};
