import { useQuery } from '@tanstack/react-query';
import type { Panel } from '@wakeline/contract/panels';
import { useClient } from '../../../service/client.ts';
import { USER_QUERIES, useSession } from '../../../service/session.ts';

/** The account's panels, if the user has the function. */
export function usePanels() {
  const client = useClient();
  const { roles } = useSession();
  return useQuery({
    queryKey: [USER_QUERIES, 'panels'],
    queryFn: ({ signal }) => client.call('allPanels', {}, { signal }),
    enabled: roles.some(({ name }) => name === 'eob_plugin_custom_window'),
  });
}

/** The panels in the side menu, in their order. */
export function useVisiblePanels(): readonly Panel[] {
  const { data } = usePanels();
  return (data?.list ?? []).filter(({ display }) => display === 'SHOW').toSorted((a, b) => a.sort - b.sort);
}
