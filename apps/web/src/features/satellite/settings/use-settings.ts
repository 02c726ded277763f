import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PayloadInput, ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES } from '../../../service/session.ts';

/** Refetched when satellite messages or their settings change on the server. */
const KEY = [USER_QUERIES, 'satellite'] as const;

/** Who may write to the terminals of the account. */
export function useContacts() {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'contacts'],
    queryFn: ({ signal }) => client.call('querySatelliteContacts', {}, { signal }),
  });
}

/** The texts that the account has saved. */
export function useTemplates() {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'templates'],
    queryFn: ({ signal }) => client.call('querySatelliteTemplates', {}, { signal }),
  });
}

/** Convention of addresses and monthly quota. */
export function useSatelliteSettings() {
  const client = useClient();
  return useQuery({
    queryKey: [...KEY, 'settings'],
    queryFn: ({ signal }) => client.call('querySatelliteSettings', {}, { signal }),
  });
}

type Change =
  | 'createSatelliteContact'
  | 'editSatelliteContact'
  | 'deleteSatelliteContact'
  | 'createSatelliteBindCode'
  | 'editSatelliteConvention'
  | 'editSatelliteQuota'
  | 'createSatelliteTemplate'
  | 'editSatelliteTemplate'
  | 'deleteSatelliteTemplate'
  | 'addAviationTemplates';

/** An operation that changes settings of satellite messages, and reloads them. */
export function useSettingsChange<Name extends Change>(name: Name) {
  const client = useClient();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (payload: PayloadInput<Operations[Name]>): Promise<ResultOf<Operations[Name]>> =>
      client.call(name, payload),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
