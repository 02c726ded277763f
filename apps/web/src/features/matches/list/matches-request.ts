import { LIMITS } from '@wakeline/contract/limits';
import { MATCH_STATES, type MatchState } from '@wakeline/contract/matches/matches';

/** What the page of matches shows. */
export interface MatchesRequest {
  readonly keywords: string;
  readonly state: MatchState | undefined;
  readonly index: number;
  readonly size: number;
}

const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE = 2_147_483_647;

/** Parses the request from the address, ignoring values that the server would refuse. */
export function parseMatchesRequest(search: URLSearchParams): MatchesRequest {
  const page = Number(search.get('page'));
  return {
    keywords: (search.get('keywords') ?? '').trim().slice(0, LIMITS.name),
    state: MATCH_STATES.find((state) => state === search.get('state')),
    index: Number.isSafeInteger(page) && page > 0 && page <= MAX_PAGE ? page : 1,
    size: PAGE_SIZES.find((size) => size === Number(search.get('size'))) ?? DEFAULT_PAGE_SIZE,
  };
}

/** The query parameters of a request. */
export function toMatchesSearch({ keywords, state, index, size }: MatchesRequest): Record<string, string> {
  const entries: readonly (readonly [string, string])[] = [
    ['keywords', keywords],
    ['state', state ?? ''],
    ['page', index === 1 ? '' : String(index)],
    ['size', size === DEFAULT_PAGE_SIZE ? '' : String(size)],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}
