import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NoticeFilter } from '@wakeline/contract/notices/notices';
import { App } from 'antd';
import { useEffect } from 'react';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES, useSession } from '../../service/session.ts';

/** Of all queries about notices. */
export const NOTICES_KEY = [USER_QUERIES, 'notices'] as const;
/** The box shows the latest ten, the specification's page size. */
const LATEST_PAGE = { pageIndex: 1, pageSize: 10 } as const;

/** The specification's polling interval of the counts, if the map has none. */
const COUNT_INTERVAL_MS = 30_000;
/** New notices arrive by the socket; polling more often is pointless. */
const MIN_COUNT_INTERVAL_MS = 5_000;

/** Number of unread notices and of finished tasks not marked read. */
export function useUnread(): { readonly msgCount: number; readonly taskCount: number } {
  const client = useClient();
  const { mapRefreshTime } = useSession();
  const { data } = useQuery({
    queryKey: [...NOTICES_KEY, 'unread'],
    queryFn: ({ signal }) => client.call('unReadMsgCount', {}, { signal }),
    refetchInterval: mapRefreshTime > 0 ? Math.max(mapRefreshTime, MIN_COUNT_INTERVAL_MS) : COUNT_INTERVAL_MS,
  });
  return data ?? { msgCount: 0, taskCount: 0 };
}

/** A page of the notices that match a filter, newest first. */
export function useNoticePage(filter: NoticeFilter, pageIndex: number, pageSize: number) {
  const client = useClient();
  return useQuery({
    queryKey: [...NOTICES_KEY, 'page', filter, pageIndex, pageSize],
    queryFn: ({ signal }) => client.call('queryMsgByPage', { ...filter, pageIndex, pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** One notice, which the call marks as read: lists and counts are loaded again. */
export function useNotice(messageId: number) {
  const client = useClient();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: [...NOTICES_KEY, 'one', messageId],
    queryFn: ({ signal }) => client.call('queryMsgById', { messageId }, { signal }),
    retry: false,
  });
  const { isSuccess } = query;
  useEffect(() => {
    if (!isSuccess) return;
    for (const list of ['page', 'latest', 'unread'])
      void queryClient.invalidateQueries({ queryKey: [...NOTICES_KEY, list] });
  }, [isSuccess, queryClient]);
  return query;
}

/** The latest notices, loaded while `open`. */
export function useLatestNotices(open: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...NOTICES_KEY, 'latest'],
    queryFn: ({ signal }) => client.call('queryAllNotices', LATEST_PAGE, { signal }),
    enabled: open,
  });
}

/** Shows an error message. */
export function useShowError(): (error: unknown) => void {
  const { message } = App.useApp();
  const language = useLanguage();
  return (error) => {
    message.error(errorText(error, language));
  };
}

/** Loads one notice, which marks it read. */
export function useOpenNotice() {
  const client = useClient();
  const queryClient = useQueryClient();
  const showError = useShowError();
  return useMutation({
    mutationFn: (messageId: number) => client.call('queryMsgById', { messageId }),
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: NOTICES_KEY }),
  });
}

export function useMarkAllRead() {
  const client = useClient();
  const queryClient = useQueryClient();
  const showError = useShowError();
  return useMutation({
    mutationFn: () => client.call('changeAllMsgToRead', {}),
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: NOTICES_KEY }),
  });
}

export function useDeleteNotice() {
  const client = useClient();
  const queryClient = useQueryClient();
  const showError = useShowError();
  return useMutation({
    mutationFn: (messageId: number) => client.call('deleteMsgById', { messageId }),
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: NOTICES_KEY }),
  });
}
