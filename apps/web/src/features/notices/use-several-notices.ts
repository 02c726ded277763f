import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { NoticeFilter } from '@wakeline/contract/notices/notices';
import type { ReportFormat } from '@wakeline/contract/reports/report-files';
import { serverNow } from '../../live/live-store.ts';
import { NOTICES_KEY, useShowError } from '../../parts/notices/use-notices.ts';
import { showTaskTooltip } from '../../parts/tasks/task-tooltip.ts';
import { useTaskStarted } from '../../parts/tasks/use-task-started.ts';
import { useClient } from '../../service/client.ts';

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
export const NOTICE_EXPORTS = ['notices', 'alarms'] as const;
export type NoticeExport = (typeof NOTICE_EXPORTS)[number];

/** Starts an export as a batch task. */
export function useExportNotices() {
  const client = useClient();
  const showError = useShowError();
  const onSuccess = useTaskStarted();
  return useMutation({
    mutationFn({
      kind,
      filter,
      format,
    }: {
      readonly kind: NoticeExport;
      readonly filter: NoticeFilter;
      readonly format: ReportFormat;
    }) {
      if (kind === 'notices') return client.call('exportMessageListExcel', { ...filter, format });
      // Without a start: everything that is kept.
      const { trackerIds, startTime = 0, endTime = serverNow() } = filter;
      const period = { ...(trackerIds && { trackerIds }), startTime, endTime };
      return client.call('exportMsgData', { ...period, format });
    },
    onSuccess,
    onError: showError,
  });
}
