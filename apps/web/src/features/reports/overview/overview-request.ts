import { LIMITS } from '@wakeline/contract/limits';
import {
  OVERVIEW_MEASURES,
  OVERVIEW_SORTS,
  type OverviewFilter,
  type OverviewGrouping,
  type OverviewMeasure,
  type OverviewSort,
} from '@wakeline/contract/reports/overview';
import { countDays, presetPeriod } from '../report-period.ts';
import { parseReportRequest, type ReportRequest, toReportSearch } from '../report-request.ts';

/** The data center has the rows of devices, the statistics their sums. */
export type OverviewKind = 'center' | 'count';

export const GROUPINGS = {
  center: ['device', 'deviceDay'],
  count: ['day', 'week', 'month', 'group', 'total'],
} as const satisfies Record<OverviewKind, readonly OverviewGrouping[]>;

export const OVERVIEW_PATHS: Readonly<Record<OverviewKind, string>> = {
  center: '/dataCenter/operationCountRecord',
  count: '/dataCount/operationCountRecord',
};

export interface OverviewRequest extends ReportRequest {
  readonly by: OverviewGrouping;
  readonly sort: OverviewSort;
  readonly descending: boolean;
  /** Null: the chart is hidden. */
  readonly measure: OverviewMeasure | null;
}

const NO_CHART = 'none';

const usualMeasure = (kind: OverviewKind): OverviewMeasure | null => (kind === 'count' ? 'mileage' : null);

/** Rows of days in their order, others by name. */
export function usualSort(by: OverviewGrouping): OverviewSort {
  return by === 'day' || by === 'week' || by === 'month' ? 'day' : 'name';
}

/**
 * Parses the request from the address, ignoring values that the server would refuse.
 *
 * @param today of the account, yyyy-MM-dd: without days in the address the rows are of today, and sums of this month
 */
export function parseOverviewRequest(
  kind: OverviewKind,
  search: URLSearchParams,
  today: string,
): OverviewRequest {
  const by = GROUPINGS[kind].find((grouping) => grouping === search.get('by')) ?? GROUPINGS[kind][0];
  const chart = search.get('chart');
  return {
    ...parseReportRequest(search, presetPeriod(kind === 'center' ? 'today' : 'thisMonth', today)),
    by,
    sort: OVERVIEW_SORTS.find((sort) => sort === search.get('sort')) ?? usualSort(by),
    descending: search.get('order') === 'descending',
    measure:
      chart === NO_CHART
        ? null
        : (OVERVIEW_MEASURES.find((measure) => measure === chart) ?? usualMeasure(kind)),
  };
}

/** The query parameters of a request. */
export function toOverviewSearch(kind: OverviewKind, request: OverviewRequest): Record<string, string> {
  const { by, sort, descending, measure } = request;
  return toReportSearch(request, {
    by: by === GROUPINGS[kind][0] ? '' : by,
    sort: sort === usualSort(by) ? '' : sort,
    order: descending ? 'descending' : '',
    chart: measure === usualMeasure(kind) ? '' : (measure ?? NO_CHART),
  });
}

/** The address of an overview. */
export function buildOverviewUrl(kind: OverviewKind, request: OverviewRequest): string {
  return `${OVERVIEW_PATHS[kind]}?${new URLSearchParams(toOverviewSearch(kind, request))}`;
}

/** The request for another grouping. A sort order that it lacks becomes the usual one. */
export function withGrouping(request: OverviewRequest, by: OverviewGrouping): OverviewRequest {
  const isOfKey = request.sort === 'name' || request.sort === 'day';
  const order = isOfKey ? { sort: usualSort(by), descending: false } : {};
  return { ...request, ...order, by, index: 1 };
}

/** The filter of a request to the server. */
export function toOverviewFilter(request: OverviewRequest): OverviewFilter {
  const { by, startDay, endDay, groupIds, trackerIds, keywords } = request;
  return { by, startDay, endDay, groupIds: [...groupIds], trackerIds: [...trackerIds], keywords };
}

/** Why the server would refuse the period; null: it accepts it. */
export function findPeriodProblem(
  request: Pick<OverviewRequest, 'by' | 'startDay' | 'endDay'>,
): 'order' | 'tooLong' | 'rowsTooLong' | null {
  const days = countDays(request);
  if (days < 1) return 'order';
  if (days > LIMITS.reportDays) return 'tooLong';
  return request.by === 'deviceDay' && days > LIMITS.reportRowDays ? 'rowsTooLong' : null;
}
