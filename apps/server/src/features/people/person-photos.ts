import { readFile } from 'node:fs/promises';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { Db, Tx } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import { type PictureForm, readPicture } from '../../files/picture.ts';
import type { Handlers } from '../../http/handler.ts';
import { transactionAs } from '../../http/transaction-as.ts';
import { countPhotosOfPeople, photosOfPeople } from '../../people/photos.ts';

/** Name of these files in storage. */
const NAME = 'person';
const FORM: PictureForm = { width: 640, height: 640, format: 'webp' };

/** Photos of people. */
export function personPhotoHandlers(db: Db, files: Files): Pick<Handlers, 'uploadPersonPhoto'> {
  return {
    async uploadPersonPhoto({ picture }, caller, call) {
      const { accountId } = caller;
      const count = await files.countPictures(accountId, [NAME], 'portrait');
      if (count - (await countPhotosOfPeople(db, accountId)) >= LIMITS.unusedPersonPhotos)
        throw new NamedError('person-photo-limit');
      const { content, mediaType } = await readPicture(await readFile(picture.path), FORM);
      const written = await files.write(content);
      await transactionAs(db, caller, call, (tx) =>
        files.record(tx, written, {
          accountId,
          kind: 'portrait',
          // No owner: the photo stays when its uploader is deleted.
          userId: null,
          mediaType,
          name: NAME,
          expiresAt: null,
        }),
      );
      return { photoUrl: files.addressOf(written.fileId) };
    },
  };
}

/** Deletes the rows of those photos that nobody has any more. Returns them: remove their content after the commit. */
export async function removeUnusedPhotos(
  tx: Tx,
  files: Pick<Files, 'remove'>,
  photos: readonly (string | null)[],
): Promise<readonly string[]> {
  const fileIds = photos.filter((fileId) => fileId !== null);
  if (fileIds.length === 0) return [];
  const used = await photosOfPeople(tx, fileIds);
  const unused = fileIds.filter((fileId) => !used.has(fileId));
  await files.remove(tx, unused);
  return unused;
}
