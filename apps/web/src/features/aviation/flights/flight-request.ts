import { FLIGHT_STATES, type FlightFilter, type FlightState } from '@wakeline/contract/aviation/flights';
import { LIMITS } from '@wakeline/contract/limits';

/** What the page of flights shows. */
export interface FlightRequest {
  readonly keywords: string;
  readonly state: FlightState | undefined;
  /** Of the planned take-off, epoch milliseconds; undefined: unbounded. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  readonly descending: boolean;
  readonly index: number;
  readonly size: number;
}

export type FlightConditions = Omit<FlightRequest, 'descending' | 'index' | 'size'>;

const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE = 2_147_483_647;
const MAX_TIME = 4_102_444_800_000;

/** All flights. */
export const NO_CONDITIONS: FlightConditions = {
  keywords: '',
  state: undefined,
  startTime: undefined,
  endTime: undefined,
};

/** Parses the request from the address, ignoring values that the server would refuse. */
export function parseFlightRequest(search: URLSearchParams): FlightRequest {
  return {
    keywords: (search.get('keywords') ?? '').trim().slice(0, LIMITS.name),
    state: FLIGHT_STATES.find((state) => state === search.get('state')),
    startTime: parseNumber(search.get('from'), MAX_TIME),
    endTime: parseNumber(search.get('to'), MAX_TIME),
    descending: search.get('order') !== 'ascending',
    index: parseNumber(search.get('page'), MAX_PAGE) ?? 1,
    size: PAGE_SIZES.find((size) => size === Number(search.get('size'))) ?? DEFAULT_PAGE_SIZE,
  };
}

function parseNumber(text: string | null, max: number): number | undefined {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 && value <= max ? value : undefined;
}

/** The query parameters of a request. */
export function toFlightSearch(request: FlightRequest): Record<string, string> {
  const { keywords, state, startTime, endTime, descending, index, size } = request;
  const entries: readonly (readonly [string, string])[] = [
    ['keywords', keywords],
    ['state', state ?? ''],
    ['from', String(startTime ?? '')],
    ['to', String(endTime ?? '')],
    ['order', descending ? '' : 'ascending'],
    ['page', index === 1 ? '' : String(index)],
    ['size', size === DEFAULT_PAGE_SIZE ? '' : String(size)],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** The number of filters that are set, without the search. */
export function countFilters({ state, startTime, endTime }: FlightConditions): number {
  return Number(state !== undefined) + Number(startTime !== undefined || endTime !== undefined);
}

/** The filter of a request to the server. */
export function toFlightFilter(conditions: FlightConditions): Partial<FlightFilter> {
  const { keywords, state, startTime, endTime } = conditions;
  return {
    ...(keywords === '' ? {} : { keywords }),
    ...(state === undefined ? {} : { state }),
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
  };
}
