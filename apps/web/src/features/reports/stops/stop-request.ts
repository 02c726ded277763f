import { STOP_MEASURES, type StopMeasure } from '@wakeline/charts/stop-chart';
import { LIMITS } from '@wakeline/contract/limits';
import {
  DEFAULT_STOP_MINUTES,
  MIN_STOP_MINUTES,
  STOP_SORTS,
  type StopFilter,
  type StopSort,
} from '@wakeline/contract/reports/stops';
import { presetPeriod } from '../report-period.ts';
import {
  countDeviceFilters,
  parseIds,
  parseReportRequest,
  type ReportRequest,
  toReportSearch,
} from '../report-request.ts';

/** Minutes that can be chosen with one click. */
export const STOP_MINUTES = [MIN_STOP_MINUTES, 5, 10, 15, 30, 60, 120, 240, 480, 1_440] as const;

export interface StopRequest extends ReportRequest {
  readonly minMinutes: number;
  readonly fenceIds: readonly number[];
  readonly labelPointIds: readonly number[];
  readonly sort: StopSort;
  readonly descending: boolean;
  /** Null: the chart is hidden. */
  readonly measure: StopMeasure | null;
}

/**
 * Parses the request from the address, ignoring values that the server would refuse.
 *
 * @param today of the account, yyyy-MM-dd: without days in the address the stops are those of today
 * @param defaultMinutes of the stops that the account counts, which an address without minutes lists
 */
export function parseStopRequest(
  search: URLSearchParams,
  today: string,
  defaultMinutes: number = DEFAULT_STOP_MINUTES,
): StopRequest {
  const minutes = Number(search.get('min'));
  const isMinutes = Number.isSafeInteger(minutes) && minutes >= MIN_STOP_MINUTES;
  return {
    ...parseReportRequest(search, presetPeriod('today', today)),
    minMinutes: isMinutes && minutes <= LIMITS.stopMinutes ? minutes : defaultMinutes,
    fenceIds: parseIds(search.get('fences'), LIMITS.reportObjects),
    labelPointIds: parseIds(search.get('points'), LIMITS.reportObjects),
    sort: STOP_SORTS.find((sort) => sort === search.get('sort')) ?? 'start',
    descending: search.get('order') !== 'ascending',
    measure: STOP_MEASURES.find((measure) => measure === search.get('chart')) ?? null,
  };
}

/** The query parameters of a request. */
export function toStopSearch(
  request: StopRequest,
  defaultMinutes: number = DEFAULT_STOP_MINUTES,
): Record<string, string> {
  const { minMinutes, fenceIds, labelPointIds, sort, descending, measure } = request;
  return toReportSearch(request, {
    min: minMinutes === defaultMinutes ? '' : String(minMinutes),
    fences: fenceIds.join(','),
    points: labelPointIds.join(','),
    sort: sort === 'start' ? '' : sort,
    order: descending ? '' : 'ascending',
    chart: measure ?? '',
  });
}

/** The filter of a request to the server. */
export function toStopFilter(request: StopRequest): StopFilter {
  const { startDay, endDay, groupIds, trackerIds, keywords, minMinutes, fenceIds, labelPointIds } = request;
  return {
    ...{ startDay, endDay, groupIds: [...groupIds], trackerIds: [...trackerIds], keywords },
    ...{ minMinutes, fenceIds: [...fenceIds], labelPointIds: [...labelPointIds] },
  };
}

/** The number of filters that are set, without the search. */
export function countStopFilters(
  request: StopRequest,
  defaultMinutes: number = DEFAULT_STOP_MINUTES,
): number {
  const { minMinutes, fenceIds, labelPointIds } = request;
  return (
    countDeviceFilters(request) +
    Number(minMinutes !== defaultMinutes) +
    Number(fenceIds.length + labelPointIds.length > 0)
  );
}
