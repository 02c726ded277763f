import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';

/** A query whose answers come when they are given, in any order. */
function createObservedQuery() {
  const queryClient = createQueryClient();
  const requests: { answer: (what: string) => void; signal: AbortSignal }[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['mine', 'display'],
    queryFn: ({ signal }) => new Promise<string>((answer) => requests.push({ answer, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const results: unknown[] = [];
  observer.subscribe(({ data, status }) => results.push(data ?? status));
  return { queries: queryClient, observer, asked: requests, shown: results };
}

test('what changes while its first answer is on the way is asked for again', async () => {
  const { queries: queryClient, observer, asked: requests, shown: results } = createObservedQuery();
  const first = observer.refetch({ cancelRefetch: false });
  const again = queryClient.invalidateQueries({ queryKey: ['mine'] });
  expect(requests).toHaveLength(2);
  expect(requests[0]?.signal.aborted).toBe(true);
  requests[0]?.answer('older');
  requests[1]?.answer('newer');
  await again;
  expect((await first).data).toBe('newer');
  expect(observer.getCurrentResult().data).toBe('newer');
  expect(results).not.toContain('older');
  expect(results).not.toContain('error');
});

test('what changes while it is asked for again is asked for once more', async () => {
  const { queries: queryClient, observer, asked: requests } = createObservedQuery();
  requests[0]?.answer('first');
  await observer.refetch({ cancelRefetch: false });
  void queryClient.invalidateQueries({ queryKey: ['mine', 'display'] });
  const again = queryClient.invalidateQueries({ queryKey: ['mine', 'display'] });
  expect(requests).toHaveLength(3);
  requests[2]?.answer('third');
  await again;
  expect(observer.getCurrentResult().data).toBe('third');
});

test('another thing that changes leaves it alone', () => {
  const { queries: queryClient, asked: requests } = createObservedQuery();
  void queryClient.invalidateQueries({ queryKey: ['mine', 'groups'] });
  expect(requests).toHaveLength(1);
  expect(requests[0]?.signal.aborted).toBe(false);
});
