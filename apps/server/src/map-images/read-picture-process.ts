import { readFileSync } from 'node:fs';
import { NamedError } from '@wakeline/contract/errors';
import { serveProcess } from '../child-processes/process-program.ts';
import { type FoundPosition, findPosition, type PositionInput } from './find-position.ts';
import { openPicture } from './open-picture.ts';

/** Request to read an uploaded file. */
export interface ReadPictureRequest extends PositionInput {
  readonly path: string;
}

export interface ReadPictureResult {
  /** WebP, at most 4,096 pixels wide and high. */
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Pixels of the picture in the file. */
  readonly sentWidth: number;
  readonly sentHeight: number;
  readonly position: FoundPosition | null;
}

/** Largest texture that every graphics card able to draw the map supports. */
const MAX_SIDE = 4_096;
/** libwebp's default of 75 shows artefacts in a large background picture. */
const WEBP_QUALITY = 82;

serveProcess<ReadPictureRequest, ReadPictureResult>(async function* ({ path, ...input }) {
  const picture = await openPicture(readFileSync(path));
  const position = findPosition(picture, input);
  const encoded = picture.image
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: WEBP_QUALITY });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true }).catch(() => {
    throw new NamedError('picture-broken');
  });
  const { width: sentWidth, height: sentHeight } = picture;
  yield { content: data, width: info.width, height: info.height, sentWidth, sentHeight, position };
});
