import { LEG_GROUPINGS, type LegFilter, type LegSum } from '@wakeline/contract/aviation/legs';
import { LIMITS } from '@wakeline/contract/limits';
import dayjs from 'dayjs';
import { toInstant } from '../../../format/zone.ts';

/** What the page of aviation data shows: each leg, or sums by plane, field or day. */
export const LEG_VIEWS = ['legs', ...LEG_GROUPINGS] as const;
export type LegView = (typeof LEG_VIEWS)[number];

/** What the chart of sums can show. */
export const SUM_MEASURES = ['flightTime', 'landings', 'legs', 'distance'] as const;
export type SumMeasure = (typeof SUM_MEASURES)[number];

export interface LegRequest {
  readonly view: LegView;
  readonly measure: SumMeasure;
  readonly keywords: string;
  /** Epoch milliseconds; undefined: unbounded. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
  /** Airport of departure or arrival; undefined: all. */
  readonly ident: string | undefined;
  readonly landingPlaceId: number | undefined;
  readonly index: number;
  readonly size: number;
}

export type LegConditions = Omit<LegRequest, 'view' | 'measure' | 'index' | 'size'>;

const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;
const MAX_ID = 2_147_483_647;
const MAX_TIME = 4_102_444_800_000;

/** All legs. */
export const NO_CONDITIONS: LegConditions = {
  keywords: '',
  startTime: undefined,
  endTime: undefined,
  ident: undefined,
  landingPlaceId: undefined,
};

/** Parses the request from the address, ignoring values that the server would refuse. */
export function parseLegRequest(search: URLSearchParams): LegRequest {
  const ident = search.get('airport')?.toUpperCase() ?? '';
  return {
    view: LEG_VIEWS.find((view) => view === search.get('view')) ?? 'legs',
    measure: SUM_MEASURES.find((measure) => measure === search.get('chart')) ?? 'flightTime',
    keywords: (search.get('keywords') ?? '').trim().slice(0, LIMITS.name),
    startTime: parseNumber(search.get('from'), MAX_TIME),
    endTime: parseNumber(search.get('to'), MAX_TIME),
    ident: /^[A-Z0-9-]{2,8}$/.test(ident) ? ident : undefined,
    landingPlaceId: parseNumber(search.get('place'), MAX_ID),
    index: parseNumber(search.get('page'), MAX_ID) ?? 1,
    size: PAGE_SIZES.find((size) => size === Number(search.get('size'))) ?? DEFAULT_PAGE_SIZE,
  };
}

function parseNumber(text: string | null, max: number): number | undefined {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 && value <= max ? value : undefined;
}

/** The query parameters of a request. */
export function toLegSearch(request: LegRequest): Record<string, string> {
  const { view, measure, keywords, startTime, endTime, ident, landingPlaceId, index, size } = request;
  const entries: readonly (readonly [string, string])[] = [
    ['view', view === 'legs' ? '' : view],
    ['chart', measure === 'flightTime' ? '' : measure],
    ['keywords', keywords],
    ['from', String(startTime ?? '')],
    ['to', String(endTime ?? '')],
    ['airport', ident ?? ''],
    ['place', String(landingPlaceId ?? '')],
    ['page', index === 1 ? '' : String(index)],
    ['size', size === DEFAULT_PAGE_SIZE ? '' : String(size)],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** The number of filters that are set, without the search. */
export function countFilters({ startTime, endTime, ident, landingPlaceId }: LegConditions): number {
  const hasTime = startTime !== undefined || endTime !== undefined;
  const hasField = ident !== undefined || landingPlaceId !== undefined;
  return Number(hasTime) + Number(hasField);
}

/** The filter of a request to the server. */
export function toLegFilter(conditions: LegConditions): Partial<LegFilter> {
  const { keywords, startTime, endTime, ident, landingPlaceId } = conditions;
  return {
    ...(keywords === '' ? {} : { keywords }),
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
    ...(ident === undefined ? {} : { ident }),
    ...(landingPlaceId === undefined ? {} : { landingPlaceId }),
  };
}

const LANDING_PLACE_KEY = /^p(\d+)$/;

/** The address with the legs of a group; null: legs without a known field have none. */
export function toGroupSearch(
  request: LegRequest,
  { key, label }: Pick<LegSum, 'key' | 'label'>,
  timeZone: string,
): string | null {
  const conditions = groupConditions(request.view, { key, label }, timeZone);
  if (conditions === null) return null;
  const search = toLegSearch({ ...request, ...conditions, view: 'legs', index: 1 });
  return `?${new URLSearchParams(search)}`;
}

function groupConditions(
  view: LegView,
  { key, label }: Pick<LegSum, 'key' | 'label'>,
  timeZone: string,
): Partial<LegConditions> | null {
  switch (view) {
    case 'plane':
      return { keywords: label };
    case 'day': {
      const day = dayjs.utc(label);
      return { startTime: toInstant(day, timeZone), endTime: toInstant(day.add(1, 'day'), timeZone) };
    }
    case 'field': {
      const place = LANDING_PLACE_KEY.exec(key)?.[1];
      if (place !== undefined) return { landingPlaceId: Number(place), ident: undefined };
      return label === '' ? null : { ident: key, landingPlaceId: undefined };
    }
    default:
      return null;
  }
}
