import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES } from '../../service/session.ts';
import { showTaskTooltip } from './task-tooltip.ts';

/** Query key of everything about batch tasks. */
const KEY = [USER_QUERIES, 'tasks'] as const;
/** Query key of the unread counts, which include finished tasks. */
const UNREAD_KEY = [USER_QUERIES, 'notices', 'unread'] as const;
/** The specification's polling interval while an open list has active tasks. */
const POLL_MS = 5_000;

/** The user's batch tasks, loaded while `open`, and polled as long as one is waiting or running. */
export function useTasks(open: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'list'],
    queryFn: ({ signal }) => client.call('queryAllTaskProgress', {}, { signal }),
    enabled: open,
    refetchInterval: ({ state }) => (open && state.data?.isSelect ? POLL_MS : false),
  });
}

/** The batch tasks of all users of the account, loaded and polled in the same way. */
export function useAccountTasks(open: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'account'],
    queryFn: ({ signal }) => client.call('queryAccountTasks', {}, { signal }),
    enabled: open,
    refetchInterval: ({ state }) => (open && state.data?.isSelect ? POLL_MS : false),
  });
}

/** Retries a failed task, as a new one. */
export function useRetryTask() {
  const client = useClient();
  const queryClient = useQueryClient();
  const language = useLanguage();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: (taskProgressId: number) => client.call('retryTask', { taskProgressId }),
    onSuccess: showTaskTooltip,
    onError: (error) => void message.error(errorText(error, language)),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: KEY }),
        queryClient.invalidateQueries({ queryKey: UNREAD_KEY }),
      ]),
  });
}

/** Cancels a waiting or running task of the user, or of any user of the account. */
export function useCancelTask(of: 'user' | 'account' = 'user') {
  const client = useClient();
  const queryClient = useQueryClient();
  const language = useLanguage();
  const { message } = App.useApp();
  return useMutation({
    mutationFn: (taskProgressId: number) =>
      client.call(of === 'user' ? 'cancelTask' : 'cancelAccountTask', { taskProgressId }),
    onError: (error) => void message.error(errorText(error, language)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}

/** Marks one finished task or all as read. */
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
        queryClient.invalidateQueries({ queryKey: UNREAD_KEY }),
      ]),
  });
}
