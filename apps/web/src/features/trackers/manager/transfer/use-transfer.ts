import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type { TransferHistory } from '@wakeline/contract/trackers/transfer';
import { type DeviceSelection, toSelectionPayload } from '../../../../parts/devices/device-selection.ts';
import { showTaskTooltip } from '../../../../parts/tasks/task-tooltip.ts';
import { useClient } from '../../../../service/client.ts';
import { USER_QUERIES } from '../../../../service/session.ts';
import { useReloadDevices } from '../devices/use-device-page.ts';

/** Accounts in the list of the dialog; the search finds the others. */
const LISTED_ACCOUNTS = 50;

/** Accounts to which devices may be transferred. */
export function useTransferAccounts(keywords: string) {
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'transfer-accounts', keywords],
    queryFn: ({ signal }) =>
      client.call('queryTransferAccounts', { keywords, pageIndex: 1, pageSize: LISTED_ACCOUNTS }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Groups of a customer; null: none is chosen, or it is the dealer. */
export function useTransferGroups(accountId: number | null) {
  const client = useClient();
  return useQuery({
    queryKey: [USER_QUERIES, 'transfer-groups', accountId],
    queryFn: ({ signal }) => client.call('queryTransferGroups', { accountId: accountId ?? 0 }, { signal }),
    enabled: accountId !== null,
  });
}

export interface Transfer {
  readonly accountId: number;
  /** Null: no group. */
  readonly targetGroupId: number | null;
  readonly history: TransferHistory;
}

/** Transfers the selected devices. A batch task that does it is shown at the task icon. */
export function useTransfer() {
  const client = useClient();
  const reload = useReloadDevices();
  return useMutation({
    mutationFn: ({ selection, ...transfer }: Transfer & { readonly selection: DeviceSelection }) =>
      client.call('transferTrackers', { ...toSelectionPayload(selection), ...transfer }),
    onSuccess({ taskProgressId }) {
      if (taskProgressId !== null) showTaskTooltip();
    },
    // Not awaited: without the moved rows the bar with the dialog is gone, and the dialog would never close.
    onSettled: () => void reload(),
  });
}
