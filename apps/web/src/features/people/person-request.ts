import { LIMITS } from '@wakeline/contract/limits';
import {
  PERSON_SORTS,
  PERSON_STATUSES,
  type PersonFilter,
  type PersonSort,
  type PersonStatus,
} from '@wakeline/contract/people/people';

/** What the table of people shows: filter, order and page. */
export interface PersonRequest {
  readonly keywords: string;
  readonly status: PersonStatus | undefined;
  /** Whether a device is bound; undefined: all. */
  readonly isBound: boolean | undefined;
  readonly sort: PersonSort;
  readonly descending: boolean;
  readonly index: number;
  readonly size: number;
}

export type PersonConditions = Pick<PersonRequest, 'keywords' | 'status' | 'isBound'>;

const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;
const DEFAULT_SORT: PersonSort = 'raceNumber';
const BOUND_VALUES = { yes: true, no: false } as const;

/** All people. */
export const NO_CONDITIONS: PersonConditions = { keywords: '', status: undefined, isBound: undefined };

/** Parses the request from the address, ignoring values that the server would refuse. */
export function parsePersonRequest(search: URLSearchParams): PersonRequest {
  const index = Number(search.get('page'));
  const bound = search.get('bound');
  return {
    keywords: (search.get('keywords') ?? '').trim().slice(0, LIMITS.name),
    status: PERSON_STATUSES.find((status) => status === search.get('status')),
    isBound: bound === 'yes' || bound === 'no' ? BOUND_VALUES[bound] : undefined,
    sort: PERSON_SORTS.find((sort) => sort === search.get('sort')) ?? DEFAULT_SORT,
    descending: search.get('order') === 'descending',
    index: Number.isSafeInteger(index) && index > 0 ? index : 1,
    size: PAGE_SIZES.find((size) => size === Number(search.get('size'))) ?? DEFAULT_PAGE_SIZE,
  };
}

/** The query parameters of a request. */
export function toPersonSearch(request: PersonRequest): Record<string, string> {
  const { keywords, status, isBound, sort, descending, index, size } = request;
  const entries: readonly (readonly [string, string])[] = [
    ['keywords', keywords],
    ['status', status ?? ''],
    ['bound', isBound === undefined ? '' : isBound ? 'yes' : 'no'],
    ['sort', sort === DEFAULT_SORT ? '' : sort],
    ['order', descending ? 'descending' : ''],
    ['page', index === 1 ? '' : String(index)],
    ['size', size === DEFAULT_PAGE_SIZE ? '' : String(size)],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** The number of filters that are set, without the search. */
export function countFilters({ status, isBound }: PersonConditions): number {
  return [status, isBound].filter((value) => value !== undefined).length;
}

/** The filter of a request to the server. */
export function toPersonFilter({ keywords, status, isBound }: PersonConditions): Partial<PersonFilter> {
  return {
    ...(keywords === '' ? {} : { keywords }),
    ...(status === undefined ? {} : { status }),
    ...(isBound === undefined ? {} : { isBound }),
  };
}
