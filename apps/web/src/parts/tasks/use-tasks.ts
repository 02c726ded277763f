import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** What the server says of batch tasks is asked anew under this. */
const KEY = [USER_QUERIES, 'tasks'] as const;
/** The specification's poll of an open list in which something goes on. */
const POLL_MS = 5_000;

/** The user's batch tasks, asked for while `open`; again and again as long as one of them waits or runs. */
export function useTasks(open: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'list'],
    queryFn: ({ signal }) => client.call('queryAllTaskProgress', {}, { signal }),
    enabled: open,
    refetchInterval: ({ state }) => (open && state.data?.isSelect ? POLL_MS : false),
  });
}

/** Cancels a task that waits or runs. */
export function useCancelTask() {
  const client = useClient();
  const queryClient = useQueryClient();
  const language = useLanguage();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: (taskProgressId: number) => client.call('cancelTask', { taskProgressId }),
    onError: (error) => void message.error(errorText(error, language)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}

/** Marks one finished task read, or all of them. */
export function useMarkTaskRead() {
  const client = useClient();
  const queryClient = useQueryClient();
  const language = useLanguage();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: (target: number | 'all') =>
      target === 'all'
        ? client.call('changeAllTaskToRead', {})
        : client.call('updateIsRead', { taskProgressId: target }),
    onError: (error) => void message.error(errorText(error, language)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: KEY }),
        queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'notices', 'unread'] }),
      ]),
  });
}
