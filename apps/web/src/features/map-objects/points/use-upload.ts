import { useMutation } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import { useClient } from '../../../service/client.ts';

/** What the specification takes, by name; the server looks into the file itself. */
const ACCEPTED_FILE_NAME = /\.(png|jpe?g)$/i;

/** Sends a picture of a labelled point and answers its address. */
export async function sendPicture(client: Client, use: 'icon' | 'image', picture: File): Promise<string> {
  if (!ACCEPTED_FILE_NAME.test(picture.name)) throw new NamedError('picture-type');
  if (picture.size > LIMITS.pictureBytes) throw new NamedError('picture-too-large');
  return (await client.call('uploadMapPicture', { use, picture })).url;
}

/** The same for one picture that takes the place of another. */
export function useUpload(use: 'icon' | 'image', onSent: (url: string) => void) {
  const client = useClient();
  return useMutation({
    mutationFn: (picture: File) => sendPicture(client, use, picture),
    onSuccess: onSent,
  });
}
