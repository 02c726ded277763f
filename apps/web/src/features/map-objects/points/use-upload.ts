import { useMutation } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { useClient } from '../../../service/client.ts';

/** Extensions that the specification accepts; the server checks the content. */
const ACCEPTED_FILE_NAME = /\.(png|jpe?g)$/i;

/** Uploads a picture of a labelled point and returns its URL. */
export async function sendPicture(client: Client, use: 'icon' | 'image', picture: File): Promise<string> {
  if (!ACCEPTED_FILE_NAME.test(picture.name)) throw new NamedError('picture-type');
  if (picture.size > LIMITS.pictureBytes) throw new NamedError('picture-too-large');
  return (await client.call('uploadMapPicture', { use, picture })).url;
}

/** The same for a single picture that replaces another. */
export function useUpload(use: 'icon' | 'image', onSent: (url: string) => void) {
  const client = useClient();
  return useMutation({
    mutationFn: (picture: File) => sendPicture(client, use, picture),
    onSuccess: onSent,
  });
}
