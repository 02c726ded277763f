import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NoticeFilter } from '@wakeline/contract/notices/notices';
import { NOTICES_KEY, useShowError } from '../../parts/notices/use-notices.ts';
import { showTaskTooltip } from '../../parts/tasks/task-tooltip.ts';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** The notices of a change of several: ticked ones, or all that match the filter of a list. */
export type NoticeSelection =
  | { readonly kind: 'ticked'; readonly messageIds: readonly number[] }
  | {
      readonly kind: 'matching';
      readonly noticeFilter: NoticeFilter;
      /** What the user saw; the server refuses if it has changed. */
      readonly count: number;
      readonly upTo: number;
    };

export function countNotices(selection: NoticeSelection): number {
  return selection.kind === 'ticked' ? selection.messageIds.length : selection.count;
}

function toPayload(selection: NoticeSelection) {
  if (selection.kind === 'ticked') return { messageIds: [...selection.messageIds] };
  const { noticeFilter, count, upTo } = selection;
  return { noticeFilter, count, upTo };
}

/** Deletes several notices or marks them as read. A deletion of very many goes on as a batch task. */
export function useChangeNotices() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    async mutationFn({
      change,
      selection,
    }: {
      readonly change: 'delete' | 'read';
      readonly selection: NoticeSelection;
    }) {
      if (change === 'read') return client.call('batchReadMsg', toPayload(selection));
      const deleted = await client.call('batchDeleteMsg', toPayload(selection));
      if (deleted.taskProgressId !== null) showTaskTooltip();
      return deleted;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: NOTICES_KEY }),
  });
}

/** What is exported: the notices that match a filter, or the histories of the alarms of a period. */
export type NoticeExport =
  | { readonly kind: 'notices'; readonly filter: NoticeFilter }
  | { readonly kind: 'alarms'; readonly filter: NoticeFilter; readonly now: number };

/** Starts an export as a batch task. */
export function useExportNotices() {
  const client = useClient();
  const queryClient = useQueryClient();
  const showError = useShowError();
  return useMutation({
    mutationFn(wanted: NoticeExport) {
      const { filter } = wanted;
      if (wanted.kind === 'notices') return client.call('exportMessageListExcel', filter);
      // Without a start: everything that is kept.
      const { trackerIds, startTime = 0, endTime = wanted.now } = filter;
      return client.call('exportMsgData', { ...(trackerIds && { trackerIds }), startTime, endTime });
    },
    onSuccess() {
      showTaskTooltip();
      return queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'tasks'] });
    },
    onError: showError,
  });
}
