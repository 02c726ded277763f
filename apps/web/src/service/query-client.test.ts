import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';

/** A query whose responses the test sends, in any order. */
function createObservedQuery() {
  const queryClient = createQueryClient();
  const requests: { respond: (what: string) => void; signal: AbortSignal }[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['mine', 'display'],
    queryFn: ({ signal }) => new Promise<string>((respond) => requests.push({ respond, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const results: unknown[] = [];
  observer.subscribe(({ data, status }) => results.push(data ?? status));
  return { queryClient, observer, requests, results };
}

test('refetches a query that is invalidated during its first load', async () => {
  const { queryClient, observer, requests, results } = createObservedQuery();
  const first = observer.refetch({ cancelRefetch: false });
  const again = queryClient.invalidateQueries({ queryKey: ['mine'] });
  expect(requests).toHaveLength(2);
  expect(requests[0]?.signal.aborted).toBe(true);
  requests[0]?.respond('older');
  requests[1]?.respond('newer');
  await again;
  expect((await first).data).toBe('newer');
  expect(observer.getCurrentResult().data).toBe('newer');
  expect(results).not.toContain('older');
  expect(results).not.toContain('error');
});

test('refetches a query that is invalidated during a refetch', async () => {
  const { queryClient, observer, requests } = createObservedQuery();
  requests[0]?.respond('first');
  await observer.refetch({ cancelRefetch: false });
  void queryClient.invalidateQueries({ queryKey: ['mine', 'display'] });
  const again = queryClient.invalidateQueries({ queryKey: ['mine', 'display'] });
  expect(requests).toHaveLength(3);
  requests[2]?.respond('third');
  await again;
  expect(observer.getCurrentResult().data).toBe('third');
});

test('keeps a request running when another query is invalidated', () => {
  const { queryClient, requests } = createObservedQuery();
  void queryClient.invalidateQueries({ queryKey: ['mine', 'groups'] });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.signal.aborted).toBe(false);
});
