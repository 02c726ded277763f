import type { WatchTask } from '@wakeline/contract/aviation/watch-tasks';
import { expect, test } from 'vitest';
import { chosenTasks, MAX_CHOSEN, withChosenTasks } from './tracking-request.ts';

const OPEN = Array.from({ length: 12 }, (_, at) => ({ taskId: at + 1 }) as WatchTask);

const idsOf = (query: string) => chosenTasks(new URLSearchParams(query), OPEN).map(({ taskId }) => taskId);

test('an address without tasks has the first open ones', () => {
  expect(idsOf('')).toEqual([1, 2, 3]);
  expect(chosenTasks(new URLSearchParams(), [])).toEqual([]);
});

test('an address has its open tasks, each once and a limited number', () => {
  expect(idsOf('tasks=5,2,5,99,x')).toEqual([5, 2]);
  expect(idsOf('tasks=')).toEqual([]);
  expect(idsOf('tasks=1,2,3,4,5,6,7,8,9')).toHaveLength(MAX_CHOSEN);
  expect(withChosenTasks(new URLSearchParams('t=code&tasks=1'), [4, 2]).toString()).toBe(
    't=code&tasks=4%2C2',
  );
});
