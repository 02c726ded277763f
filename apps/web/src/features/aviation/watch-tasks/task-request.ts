import type { WatchTaskFilter } from '@wakeline/contract/aviation/watch-tasks';
import { LIMITS } from '@wakeline/contract/limits';

/** What the table of tasks shows: filter and page. */
export interface TaskRequest {
  readonly keywords: string;
  /** Undefined: all. */
  readonly isOpen: boolean | undefined;
  readonly index: number;
  readonly size: number;
}

export type TaskConditions = Pick<TaskRequest, 'keywords' | 'isOpen'>;

const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;
const STATES = { open: true, closed: false } as const;

/** All tasks. */
export const NO_CONDITIONS: TaskConditions = { keywords: '', isOpen: undefined };

/** Parses the request from the address, ignoring values that the server would refuse. */
export function parseTaskRequest(search: URLSearchParams): TaskRequest {
  const index = Number(search.get('page'));
  const state = search.get('state');
  return {
    keywords: (search.get('keywords') ?? '').trim().slice(0, LIMITS.name),
    isOpen: state === 'open' || state === 'closed' ? STATES[state] : undefined,
    index: Number.isSafeInteger(index) && index > 0 ? index : 1,
    size: PAGE_SIZES.find((size) => size === Number(search.get('size'))) ?? DEFAULT_PAGE_SIZE,
  };
}

/** The query parameters of a request. */
export function toTaskSearch({ keywords, isOpen, index, size }: TaskRequest): Record<string, string> {
  const entries: readonly (readonly [string, string])[] = [
    ['keywords', keywords],
    ['state', isOpen === undefined ? '' : isOpen ? 'open' : 'closed'],
    ['page', index === 1 ? '' : String(index)],
    ['size', size === DEFAULT_PAGE_SIZE ? '' : String(size)],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** The filter of a request to the server. */
export function toTaskFilter({ keywords, isOpen }: TaskConditions): Partial<WatchTaskFilter> {
  return {
    ...(keywords === '' ? {} : { keywords }),
    ...(isOpen === undefined ? {} : { isOpen }),
  };
}
