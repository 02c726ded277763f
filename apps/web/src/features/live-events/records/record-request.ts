import { LIMITS } from '@wakeline/contract/limits';

export interface RecordConditions {
  readonly keywords: string;
  /** Epoch milliseconds; undefined: unbounded. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
}

/** What the page of gift records shows. */
export interface RecordRequest extends RecordConditions {
  readonly index: number;
  readonly size: number;
}

const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE = 1_000_000;
const MAX_TIME = 4_102_444_800_000;

/** All records. */
export const NO_CONDITIONS: RecordConditions = { keywords: '', startTime: undefined, endTime: undefined };

/** Parses the request from the address, ignoring values that the server would refuse. */
export function parseRecordRequest(search: URLSearchParams): RecordRequest {
  return {
    keywords: (search.get('keywords') ?? '').trim().slice(0, LIMITS.name),
    startTime: parseNumber(search.get('from'), MAX_TIME),
    endTime: parseNumber(search.get('to'), MAX_TIME),
    index: parseNumber(search.get('page'), MAX_PAGE) ?? 1,
    size: PAGE_SIZES.find((size) => size === Number(search.get('size'))) ?? DEFAULT_PAGE_SIZE,
  };
}

function parseNumber(text: string | null, max: number): number | undefined {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 && value <= max ? value : undefined;
}

/** The query parameters of a request for the match of the present address. */
export function toRecordSearch(
  before: URLSearchParams,
  { keywords, startTime, endTime, index, size }: RecordRequest,
): Record<string, string> {
  const entries: readonly (readonly [string, string])[] = [
    ['match', before.get('match') ?? ''],
    ['keywords', keywords],
    ['from', String(startTime ?? '')],
    ['to', String(endTime ?? '')],
    ['page', index === 1 ? '' : String(index)],
    ['size', size === DEFAULT_PAGE_SIZE ? '' : String(size)],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** The number of filters that are set, without the search. */
export function countFilters({ startTime, endTime }: Omit<RecordConditions, 'keywords'>): number {
  return Number(startTime !== undefined || endTime !== undefined);
}
