import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

const KEY = [USER_QUERIES, 'updates'] as const;

/** One page of the update log, newest first. */
export function useUpdateLog(pageIndex: number, pageSize: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, pageIndex, pageSize],
    queryFn: ({ signal }) => client.call('queryUpdateLog', { pageIndex, pageSize }, { signal }),
  });
}

/** Marks the update log as read up to an entry. */
export function useAcknowledge() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (noticeId: number) => client.call('readUpdateLog', { noticeId }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
