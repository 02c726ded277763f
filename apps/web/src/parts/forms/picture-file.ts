import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';

/** Extensions that the specification accepts; the server checks the content. */
export const PICTURE_EXTENSION = /\.(png|jpe?g)$/i;

/** Checks a picture before it is sent. @throws NamedError `picture-type`, `picture-too-large` */
export function requirePicture({ name, size }: Pick<File, 'name' | 'size'>): void {
  if (!PICTURE_EXTENSION.test(name)) throw new NamedError('picture-type');
  if (size > LIMITS.pictureBytes) throw new NamedError('picture-too-large');
}
