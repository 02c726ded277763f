import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AuditFilter } from '@wakeline/contract/rights/audit';
import { showTaskTip } from '../../parts/tasks/task-tip.ts';
import { useClient } from '../../service/client.ts';
import { MINE } from '../../service/session.ts';

/** A page of the account's audit log. */
export function useAuditLog(filter: AuditFilter, pageIndex: number, pageSize: number) {
  const client = useClient();
  return useQuery({
    queryKey: [MINE, 'audit', filter, pageIndex, pageSize],
    queryFn: ({ signal }) => client.call('queryAuditLog', { ...filter, pageIndex, pageSize }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Has the log, as it is filtered, written into a file: a batch task. */
export function useExportAuditLog() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (filter: AuditFilter) => client.call('exportAuditLog', filter),
    onSuccess() {
      showTaskTip();
      return queries.invalidateQueries({ queryKey: [MINE, 'tasks'] });
    },
  });
}
