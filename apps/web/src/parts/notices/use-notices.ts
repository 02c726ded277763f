import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { queryAllNotices } from '@wakeline/contract/notices/notices';
import type { PayloadInput } from '@wakeline/contract/operation';
import { App } from 'antd';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { USER_QUERIES, useSession } from '../../service/session.ts';

const KEY = [USER_QUERIES, 'notices'] as const;
/** The box shows the latest ten; the spec's page size. */
const LATEST_PAGE = { pageIndex: 1, pageSize: 10 } as const;

/** The specification's interval of counting, where the map's is "as it comes". */
const COUNT_INTERVAL_MS = 30_000;
/** What is new comes by the socket; asking more often would only cost. */
const MIN_COUNT_INTERVAL_MS = 5_000;

/** How many notices and finished tasks the user has not read. */
export function useUnread(): { readonly msgCount: number; readonly taskCount: number } {
  const client = useClient();
  const { mapRefreshTime } = useSession();
  const { data } = useQuery({
    queryKey: [...KEY, 'unread'],
    queryFn: ({ signal }) => client.call('unReadMsgCount', {}, { signal }),
    refetchInterval: mapRefreshTime > 0 ? Math.max(mapRefreshTime, MIN_COUNT_INTERVAL_MS) : COUNT_INTERVAL_MS,
  });
  return data ?? { msgCount: 0, taskCount: 0 };
}

/** A page of the list, and which notices are wanted: by type, read state, device and time. */
export type NoticeSearch = PayloadInput<typeof queryAllNotices>;

export function useNoticePage(search: NoticeSearch) {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'page', search],
    queryFn: ({ signal }) => client.call('queryAllNotices', search, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The latest notices, asked for while `open`. */
export function useLatestNotices(open: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'latest'],
    queryFn: ({ signal }) => client.call('queryAllNotices', LATEST_PAGE, { signal }),
    enabled: open,
  });
}

/** Says over the page why something could not be done. */
function useShowError(): (error: unknown) => void {
  const { message } = App.useApp();
  const language = useLanguage();
  return (error) => {
    message.error(errorText(error, language));
  };
}

/** Reads one notice, which marks it read. */
export function useOpenNotice() {
  const client = useClient();
  const queryClient = useQueryClient();
  const showError = useShowError();
  return useMutation({
    mutationFn: (messageId: number) => client.call('queryMsgById', { messageId }),
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}

export function useMarkAllRead() {
  const client = useClient();
  const queryClient = useQueryClient();
  const showError = useShowError();
  return useMutation({
    mutationFn: () => client.call('changeAllMsgToRead', {}),
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}

export function useDeleteNotice() {
  const client = useClient();
  const queryClient = useQueryClient();
  const showError = useShowError();
  return useMutation({
    mutationFn: (messageId: number) => client.call('deleteMsgById', { messageId }),
    onError: showError,
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
