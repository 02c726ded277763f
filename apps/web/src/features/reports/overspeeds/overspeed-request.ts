import { LIMITS } from '@wakeline/contract/limits';
import {
  OVERSPEED_SORTS,
  type OverspeedFilter,
  type OverspeedSort,
} from '@wakeline/contract/reports/overspeeds';
import { presetPeriod } from '../report-period.ts';
import {
  countDeviceFilters,
  parseIds,
  parseReportRequest,
  type ReportRequest,
  toReportSearch,
} from '../report-request.ts';

/** Seconds and km/h that can be chosen with one click. */
export const OVERSPEED_SECONDS = [10, 30, 60, 180, 600] as const;
export const OVERSPEED_EXCESSES = [5, 10, 20, 30, 50] as const;
const MAX_SECONDS = 86_400;
const MAX_EXCESS = 1_000;

/** What the chart can show. */
export const OVERSPEED_CHARTS = ['device', 'day'] as const;
export type OverspeedChartKind = (typeof OVERSPEED_CHARTS)[number];

export interface OverspeedRequest extends ReportRequest {
  readonly minSeconds: number;
  /** km/h. */
  readonly minExcess: number;
  readonly ruleIds: readonly number[];
  readonly fenceIds: readonly number[];
  readonly sort: OverspeedSort;
  readonly descending: boolean;
  /** Null: the chart is hidden. */
  readonly chart: OverspeedChartKind | null;
}

/**
 * Parses the request from the address, ignoring values that the server would refuse.
 *
 * @param today of the account, yyyy-MM-dd: without days in the address the overspeeds are those of today
 */
export function parseOverspeedRequest(search: URLSearchParams, today: string): OverspeedRequest {
  return {
    ...parseReportRequest(search, presetPeriod('today', today)),
    minSeconds: parseInteger(search.get('min'), MAX_SECONDS),
    minExcess: parseInteger(search.get('excess'), MAX_EXCESS),
    ruleIds: parseIds(search.get('rules'), LIMITS.reportObjects),
    fenceIds: parseIds(search.get('fences'), LIMITS.reportObjects),
    sort: OVERSPEED_SORTS.find((sort) => sort === search.get('sort')) ?? 'start',
    descending: search.get('order') !== 'ascending',
    chart: OVERSPEED_CHARTS.find((kind) => kind === search.get('chart')) ?? null,
  };
}

function parseInteger(text: string | null, max: number): number {
  const value = Number(text ?? '0');
  return Number.isSafeInteger(value) && value > 0 && value <= max ? value : 0;
}

/** The query parameters of a request. */
export function toOverspeedSearch(request: OverspeedRequest): Record<string, string> {
  const { minSeconds, minExcess, ruleIds, fenceIds, sort, descending, chart } = request;
  return toReportSearch(request, {
    min: minSeconds === 0 ? '' : String(minSeconds),
    excess: minExcess === 0 ? '' : String(minExcess),
    rules: ruleIds.join(','),
    fences: fenceIds.join(','),
    sort: sort === 'start' ? '' : sort,
    order: descending ? '' : 'ascending',
    chart: chart ?? '',
  });
}

/** The filter of a request to the server. */
export function toOverspeedFilter(request: OverspeedRequest): OverspeedFilter {
  const { startDay, endDay, groupIds, trackerIds, keywords, minSeconds, minExcess, ruleIds, fenceIds } =
    request;
  return {
    ...{ startDay, endDay, groupIds: [...groupIds], trackerIds: [...trackerIds], keywords },
    ...{ minSeconds, minExcess, ruleIds: [...ruleIds], fenceIds: [...fenceIds] },
  };
}

/** The number of filters that are set, without the search. */
export function countOverspeedFilters(request: OverspeedRequest): number {
  const { minSeconds, minExcess, ruleIds, fenceIds } = request;
  const set = [minSeconds > 0, minExcess > 0, ruleIds.length > 0, fenceIds.length > 0];
  return countDeviceFilters(request) + set.filter(Boolean).length;
}
