import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useClient } from '../../../service/client.ts';
import { SATELLITE_QUERIES } from '../use-accounts.ts';

const KEY = [...SATELLITE_QUERIES, 'unread'] as const;

/** Messages of terminals since the user last looked, by function. */
export function useUnreadMessages() {
  const client = useClient();
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => client.call('queryEobBdUnread', {}, { signal }),
  });
}

/** Marks messages as seen while the screen that contains them is open and visible. */
export function useMarkSeen(): void {
  const client = useClient();
  const queryClient = useQueryClient();
  const newestTime = useUnreadMessages().data?.newestTime ?? null;
  const { mutate } = useMutation({
    mutationFn: (upTo: number) => client.call('markEobBdMsgsSeen', { upTo }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  useEffect(() => {
    if (newestTime === null) return;
    const mark = () => {
      if (document.visibilityState === 'visible') mutate(newestTime);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [newestTime, mutate]);
}
