import { readFile } from 'node:fs/promises';
import type { PicturePoint } from '@wakeline/contract/entities/map-layer';
import { LIMITS } from '@wakeline/contract/limits';
import type { UploadedFile } from '@wakeline/contract/uploaded-file';
import type { Tx } from '../../db/database.ts';
import type { Files } from '../../files/files.ts';
import type { WrittenFile } from '../../files/folder.ts';
import { type AcceptedPictures, type PictureForm, readPicture } from '../../files/picture.ts';

/** Largest texture that every graphics card able to draw the map supports. Transparency is preserved. */
const FORM: PictureForm = { width: 4_096, height: 4_096, format: 'webp' };

/** Layer upload of the specification, section 5. */
const ACCEPTED: AcceptedPictures = {
  formats: ['png', 'jpeg', 'gif'],
  bytes: LIMITS.layerBytes,
  tooLarge: 'layer-too-large',
  wrongType: 'layer-type',
};

/** A layer's picture on disk, not yet recorded in the database. */
export interface LayerPicture {
  readonly written: WrittenFile;
  /** Pixels of the stored picture. */
  readonly width: number;
  readonly height: number;
  /** Converts points from pixels of the uploaded picture to pixels of the stored one. */
  readonly toStoredPoints: (points: readonly PicturePoint[]) => PicturePoint[];
  record(tx: Tx, accountId: number): Promise<void>;
}

/** @throws NamedError `layer-too-large`, `layer-type`, `picture-pixels`, `picture-side`, `picture-broken` */
export async function writeLayerPicture(files: Files, picture: UploadedFile): Promise<LayerPicture> {
  const bytes = await readFile(picture.path);
  const { content, mediaType, width, height, sentWidth, sentHeight } = await readPicture(
    bytes,
    FORM,
    ACCEPTED,
  );
  const written = await files.write(content);
  return {
    written,
    width,
    height,
    toStoredPoints: (points) =>
      points.map(({ x, y }) => ({ x: (x * width) / sentWidth, y: (y * height) / sentHeight })),
    record: (tx, accountId) =>
      files.record(tx, written, {
        accountId,
        kind: 'picture',
        // No owner: the picture stays when its uploader is deleted.
        userId: null,
        mediaType,
        name: 'mapLayer',
        expiresAt: null,
      }),
  };
}
