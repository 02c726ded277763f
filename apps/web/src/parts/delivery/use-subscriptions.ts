import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../service/client.ts';
import { USER_QUERIES, useSession } from '../../service/session.ts';

/** Refetched when recipients, subscriptions, messages or targets of the account change. */
export const DELIVERIES_KEY = [USER_QUERIES, 'deliveries'] as const;

/** Which notices are sent to whom; only users who manage the delivery of notices read it. */
export function useSubscriptions() {
  const client = useClient();
  const { abilities } = useSession();
  return useQuery({
    queryKey: [...DELIVERIES_KEY, 'subscriptions'],
    queryFn: ({ signal }) => client.call('querySubscriptions', {}, { signal }),
    enabled: abilities.delivery,
  });
}
