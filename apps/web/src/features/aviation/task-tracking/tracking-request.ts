import type { WatchTask } from '@wakeline/contract/aviation/watch-tasks';

/** Tasks that are watched together at most: their colours can be told apart. */
export const MAX_CHOSEN = 8;
/** Tasks that are chosen if the address has none. */
const FIRST_CHOSEN = 3;

/** The chosen tasks of an address, in its order; the first open ones if it has none. Others than open tasks are left out. */
export function chosenTasks(search: URLSearchParams, open: readonly WatchTask[]): readonly WatchTask[] {
  const text = search.get('tasks');
  if (text === null) return open.slice(0, FIRST_CHOSEN);
  const ids = new Set(text.split(',').slice(0, MAX_CHOSEN).map(Number));
  return [...ids].flatMap((id) => open.find(({ taskId }) => taskId === id) ?? []);
}

/** An address with these tasks. */
export function withChosenTasks(search: URLSearchParams, taskIds: readonly number[]): URLSearchParams {
  const next = new URLSearchParams(search);
  next.set('tasks', taskIds.join(','));
  return next;
}
