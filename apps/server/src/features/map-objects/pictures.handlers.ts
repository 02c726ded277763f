import { readFile } from 'node:fs/promises';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { type PictureForm, readPicture } from '../../files/picture.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { countUsedPictures } from './point-pictures.ts';

/** Names of these pictures in storage: they are counted separately from branding pictures. */
const USES = ['icon', 'image'] as const;
type Use = (typeof USES)[number];

const FORMS: Readonly<Record<Use, PictureForm>> = {
  // Drawn at 30 px (specification, section 9): twice that for sharp screens.
  icon: { width: 60, height: 60, format: 'png' },
  image: { width: 1_600, height: 1_600, format: 'webp' },
};
/** Unused pictures are allowed, since a point may use them soon; they are deleted after a day. */
const MAX_UNUSED_PICTURES = 500;
/** Pictures per account: the maximum that its points can use, and the unused ones. */
const MAX_PICTURES = LIMITS.labelPointsPerAccount * (LIMITS.pointImages + 1) + MAX_UNUSED_PICTURES;

/** Pictures of labelled points. */
export function mapPictureHandlers(db: Db, files: Files): Pick<Handlers, 'uploadMapPicture'> {
  return {
    async uploadMapPicture({ use, picture }, caller, call) {
      const { accountId } = caller;
      const count = await files.countPictures(accountId, USES);
      const isFull =
        count >= MAX_PICTURES || count - (await countUsedPictures(db, accountId)) >= MAX_UNUSED_PICTURES;
      if (isFull) throw new NamedError('map-picture-limit');
      const { content, mediaType } = await readPicture(await readFile(picture.path), FORMS[use]);
      const written = await files.write(content);
      await transactionAs(db, caller, call, (tx) =>
        files.record(tx, written, {
          accountId,
          kind: 'picture',
          // No owner: the picture stays when its uploader is deleted.
          userId: null,
          mediaType,
          name: use,
          expiresAt: null,
        }),
      );
      return { url: files.addressOf(written.fileId) };
    },
  };
}
