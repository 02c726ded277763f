import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { TrackerIcon } from '@wakeline/contract/trackers/icons';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

const KEY = [USER_QUERIES, 'icons'] as const;
/** Accepted extensions; the server checks the content. */
const ACCEPTED_FILE_NAME = /\.(png|jpe?g)$/i;

/** The icons uploaded by the account, and the user's abilities. */
export function useIcons() {
  const client = useClient();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call('queryAllTrackerIcons', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    select: ({ list, abilities }) => ({
      own: list.filter(({ iconType }) => iconType === 'CUSTOM'),
      abilities,
    }),
  });
}

/** Uploads a picture as a new icon, named after its file, and returns its URL. */
export function useUploadIcon() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn(picture: File): Promise<string> {
      if (!ACCEPTED_FILE_NAME.test(picture.name)) throw new NamedError('picture-type');
      if (picture.size > LIMITS.pictureBytes) throw new NamedError('picture-too-large');
      const iconName = picture.name.replace(ACCEPTED_FILE_NAME, '').trim().slice(0, LIMITS.name) || 'icon';
      const { iconUrl } = await client.call('addTrackerIcon', { iconName, picture });
      await queryClient.invalidateQueries({ queryKey: KEY });
      return iconUrl;
    },
  });
}

export function useDeleteIcon() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn({ iconId }: Pick<TrackerIcon, 'iconId'>): Promise<void> {
      if (iconId !== null) await client.call('deleteTrackerIcon', { iconId });
      await queryClient.invalidateQueries({ queryKey: KEY });
    },
  });
}
