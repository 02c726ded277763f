import { useMutation } from '@tanstack/react-query';
import type { Client } from '@wakeline/client/client';
import { requirePicture } from '../../../parts/forms/picture-file.ts';
import { useClient } from '../../../service/client.ts';

/** Uploads a picture of a labelled point and returns its URL. */
export async function sendPicture(client: Client, use: 'icon' | 'image', picture: File): Promise<string> {
  requirePicture(picture);
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
