import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';
import { MINE } from '../../service/session.ts';

const KEY = [MINE, 'notices'] as const;
/** The box shows the latest ten; the spec's page size. */
const PAGE = { pageIndex: 1, pageSize: 10 } as const;

export function useUnread(): number {
  const client = useClient();
  const { data } = useQuery({
    queryKey: [...KEY, 'unread'],
    queryFn: ({ signal }) => client.call('unReadMsgCount', {}, { signal }),
  });
  return data?.msgCount ?? 0;
}

/** The latest notices, asked for while `open`. */
export function useLatestNotices(open: boolean) {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'latest'],
    queryFn: ({ signal }) => client.call('queryAllNotices', PAGE, { signal }),
    enabled: open,
  });
}

/** Says over the page why something could not be done. */
function useTellError(): (error: unknown) => void {
  const { message } = App.useApp();
  const language = useLanguage();
  return (error) => {
    message.error(errorText(error, language));
  };
}

/** Reads one notice, which marks it read. */
export function useOpenNotice() {
  const client = useClient();
  const queries = useQueryClient();
  const tellError = useTellError();
  return useMutation({
    mutationFn: (messageId: number) => client.call('queryMsgById', { messageId }),
    onError: tellError,
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}

export function useMarkAllRead() {
  const client = useClient();
  const queries = useQueryClient();
  const tellError = useTellError();
  return useMutation({
    mutationFn: () => client.call('changeAllMsgToRead', {}),
    onError: tellError,
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
