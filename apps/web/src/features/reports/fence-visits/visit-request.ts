import { VISIT_MEASURES, type VisitMeasure } from '@wakeline/charts/visit-chart';
import { LIMITS } from '@wakeline/contract/limits';
import {
  FENCE_VISIT_SORTS,
  FENCE_VISIT_SUM_SORTS,
  type FenceVisitFilter,
  type FenceVisitGrouping,
  type FenceVisitSort,
  type FenceVisitSumSort,
} from '@wakeline/contract/reports/fence-visits';
import { presetPeriod } from '../report-period.ts';
import {
  countDeviceFilters,
  parseIds,
  parseReportRequest,
  type ReportRequest,
  toReportSearch,
} from '../report-request.ts';

/** The data center has single visits and their sums, the statistics sums over time as well. */
export type VisitPageKind = 'center' | 'count';

/** What rows are about. */
export const VISIT_ROWS = {
  center: ['visit', 'fence', 'device'],
  count: ['day', 'week', 'month', 'group', 'fence', 'device'],
} as const satisfies Readonly<Record<VisitPageKind, readonly (FenceVisitGrouping | 'visit')[]>>;
export type VisitRows = (typeof VISIT_ROWS)[VisitPageKind][number];

/** Seconds that can be chosen with one click. */
export const VISIT_SECONDS = [60, 300, 900, 3_600, 28_800, 86_400] as const;
const MAX_SECONDS = 31_622_400;

const NO_CHART = 'none';

export interface VisitRequest extends ReportRequest {
  readonly by: VisitRows;
  readonly fenceIds: readonly number[];
  readonly minSeconds: number;
  /** Of single visits. */
  readonly sort: FenceVisitSort;
  /** Of sums. */
  readonly sumSort: FenceVisitSumSort;
  readonly descending: boolean;
  /** Of sums; null: the chart is hidden. */
  readonly measure: VisitMeasure | null;
}

/** Single visits begin with the newest one. */
const isUsuallyDescending = (by: VisitRows) => by === 'visit';
const usualMeasure = (kind: VisitPageKind): VisitMeasure | null => (kind === 'count' ? 'visits' : null);

/**
 * Parses the request from the address, ignoring values that the server would refuse.
 *
 * @param today of the account, yyyy-MM-dd: without days in the address rows are of today, and statistics of this month
 */
export function parseVisitRequest(kind: VisitPageKind, search: URLSearchParams, today: string): VisitRequest {
  const rows: readonly VisitRows[] = VISIT_ROWS[kind];
  const by = rows.find((one) => one === search.get('by')) ?? VISIT_ROWS[kind][0];
  const seconds = Number(search.get('min') ?? '0');
  const order = search.get('order');
  const chart = search.get('chart');
  return {
    ...parseReportRequest(search, presetPeriod(kind === 'center' ? 'today' : 'thisMonth', today)),
    by,
    fenceIds: parseIds(search.get('fences'), LIMITS.reportObjects),
    minSeconds: Number.isSafeInteger(seconds) && seconds > 0 && seconds <= MAX_SECONDS ? seconds : 0,
    sort: FENCE_VISIT_SORTS.find((sort) => sort === search.get('sort')) ?? 'start',
    sumSort: FENCE_VISIT_SUM_SORTS.find((sort) => sort === search.get('sort')) ?? 'name',
    descending: isUsuallyDescending(by) ? order !== 'ascending' : order === 'descending',
    measure:
      chart === NO_CHART ? null : (VISIT_MEASURES.find((measure) => measure === chart) ?? usualMeasure(kind)),
  };
}

/** The query parameters of a request. */
export function toVisitSearch(kind: VisitPageKind, request: VisitRequest): Record<string, string> {
  const { by, fenceIds, minSeconds, sort, sumSort, descending, measure } = request;
  const order = descending ? 'descending' : 'ascending';
  return toReportSearch(request, {
    by: by === VISIT_ROWS[kind][0] ? '' : by,
    fences: fenceIds.join(','),
    min: minSeconds === 0 ? '' : String(minSeconds),
    sort: by === 'visit' ? (sort === 'start' ? '' : sort) : sumSort === 'name' ? '' : sumSort,
    order: descending === isUsuallyDescending(by) ? '' : order,
    chart: measure === usualMeasure(kind) ? '' : (measure ?? NO_CHART),
  });
}

/** The request for other rows, in their usual order. */
export function withRows(by: VisitRows): Partial<VisitRequest> {
  return { by, sort: 'start', sumSort: 'name', descending: isUsuallyDescending(by) };
}

/** The filter of a request to the server. */
export function toVisitFilter(request: VisitRequest): FenceVisitFilter {
  const { startDay, endDay, groupIds, trackerIds, keywords, fenceIds, minSeconds } = request;
  const devices = { groupIds: [...groupIds], trackerIds: [...trackerIds], keywords };
  return { startDay, endDay, ...devices, fenceIds: [...fenceIds], minSeconds };
}

/** The number of filters that are set, without the search. */
export function countVisitFilters(request: VisitRequest): number {
  const { fenceIds, minSeconds } = request;
  return countDeviceFilters(request) + Number(fenceIds.length > 0) + Number(minSeconds > 0);
}
