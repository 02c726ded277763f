import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueries } from './queries.ts';

/** A query whose answers come when they are given, in any order. */
function watched() {
  const queries = createQueries();
  const asked: { answer: (what: string) => void; signal: AbortSignal }[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: ['mine', 'display'],
    queryFn: ({ signal }) => new Promise<string>((answer) => asked.push({ answer, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const shown: unknown[] = [];
  observer.subscribe(({ data, status }) => shown.push(data ?? status));
  return { queries, observer, asked, shown };
}

test('what changes while its first answer is on the way is asked for again', async () => {
  const { queries, observer, asked, shown } = watched();
  const first = observer.refetch({ cancelRefetch: false });
  const again = queries.invalidateQueries({ queryKey: ['mine'] });
  expect(asked).toHaveLength(2);
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.answer('older');
  asked[1]?.answer('newer');
  await again;
  expect((await first).data).toBe('newer');
  expect(observer.getCurrentResult().data).toBe('newer');
  expect(shown).not.toContain('older');
  expect(shown).not.toContain('error');
});

test('what changes while it is asked for again is asked for once more', async () => {
  const { queries, observer, asked } = watched();
  asked[0]?.answer('first');
  await observer.refetch({ cancelRefetch: false });
  void queries.invalidateQueries({ queryKey: ['mine', 'display'] });
  const again = queries.invalidateQueries({ queryKey: ['mine', 'display'] });
  expect(asked).toHaveLength(3);
  asked[2]?.answer('third');
  await again;
  expect(observer.getCurrentResult().data).toBe('third');
});

test('another thing that changes leaves it alone', () => {
  const { queries, asked } = watched();
  void queries.invalidateQueries({ queryKey: ['mine', 'groups'] });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.signal.aborted).toBe(false);
});
