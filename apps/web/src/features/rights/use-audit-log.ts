import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AuditFilter } from '@wakeline/contract/rights/audit';
import { showTaskTooltip } from '../../parts/tasks/task-tooltip.ts';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES } from '../../service/session.ts';

/** A page of the account's audit log. */
export function useAuditLog(filter: AuditFilter, pageIndex: number, pageSize: number) {
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'audit', filter, pageIndex, pageSize],
    queryFn: ({ signal }) => client.call('queryAuditLog', { ...filter, pageIndex, pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Exports the filtered log as a batch task. */
export function useExportAuditLog() {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (filter: AuditFilter) => client.call('exportAuditLog', filter),
    onSuccess() {
      showTaskTooltip();
      return queryClient.invalidateQueries({ queryKey: [USER_QUERIES, 'tasks'] });
    },
  });
}
