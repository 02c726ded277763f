import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { LIMITS } from '@wakeline/contract/limits';
import type { TrackerIcon } from '@wakeline/contract/trackers/icons';
import { PICTURE_EXTENSION, requirePicture } from '../../parts/forms/picture-file.ts';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

const KEY = [USER_QUERIES, 'icons'] as const;

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
      requirePicture(picture);
      const iconName = picture.name.replace(PICTURE_EXTENSION, '').trim().slice(0, LIMITS.name) || 'icon';
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
