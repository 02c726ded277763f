import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { DraftPicture } from './layer-draft.ts';

/** Extensions that the specification accepts; the server checks the content. */
const ACCEPTED_FILE_NAME = /\.(png|jpe?g|gif)$/i;

/**
 * Reads a selected file for display.
 * @throws NamedError `layer-type`, `layer-too-large`, `picture-broken`
 */
export async function readPicture(file: File): Promise<DraftPicture> {
  if (!ACCEPTED_FILE_NAME.test(file.name)) throw new NamedError('layer-type');
  if (file.size > LIMITS.layerBytes) throw new NamedError('layer-too-large');
  const url = URL.createObjectURL(file);
  const image = new Image();
  image.src = url;
  try {
    await image.decode();
  } catch {
    URL.revokeObjectURL(url);
    throw new NamedError('picture-broken');
  }
  return { url, width: image.naturalWidth, height: image.naturalHeight, file };
}
