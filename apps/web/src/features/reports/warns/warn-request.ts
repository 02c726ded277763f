import {
  WARN_COUNT_SORTS,
  WARN_GROUPINGS,
  type WarnCountFilter,
  type WarnCountSort,
  type WarnFilter,
  type WarnGrouping,
} from '@wakeline/contract/reports/warns';
import { ALARM_STATES, type AlarmState } from '@wakeline/domain/notices/alarm-handling';
import { ALARM_LEVELS, type AlarmLevel } from '@wakeline/domain/notices/alarm-level';
import { NOTICE_TYPES, type NoticeType } from '@wakeline/domain/notices/notice-type';
import { presetPeriod } from '../report-period.ts';
import {
  countDeviceFilters,
  parseReportRequest,
  type ReportRequest,
  toReportSearch,
} from '../report-request.ts';

/** Types and levels of alarms; empty: all. */
interface WarnKinds {
  readonly msgTypes: readonly NoticeType[];
  readonly levels: readonly AlarmLevel[];
}

export interface WarnRequest extends ReportRequest, WarnKinds {
  readonly handling: readonly AlarmState[];
  readonly isRead: 'READ' | 'UNREAD' | null;
  readonly descending: boolean;
  /** The alarm whose handling is shown; null: none. */
  readonly messageId: number | null;
}

export interface WarnCountRequest extends ReportRequest, WarnKinds {
  readonly by: WarnGrouping;
  readonly sort: WarnCountSort;
  readonly descending: boolean;
  readonly hasChart: boolean;
}

const NO_CHART = 'none';

function parseList<Value extends string>(text: string | null, values: readonly Value[]): readonly Value[] {
  const chosen = (text ?? '').split(',');
  return values.filter((value) => chosen.includes(value));
}

const parseKinds = (search: URLSearchParams): WarnKinds => ({
  msgTypes: parseList(search.get('types'), NOTICE_TYPES),
  levels: parseList(search.get('levels'), ALARM_LEVELS),
});

/** Parses the request for rows from the address, ignoring values that the server would refuse. */
export function parseWarnRequest(search: URLSearchParams, today: string): WarnRequest {
  const read = search.get('read');
  const messageId = Number(search.get('message'));
  return {
    ...parseReportRequest(search, presetPeriod('today', today)),
    ...parseKinds(search),
    handling: parseList(search.get('handling'), ALARM_STATES),
    isRead: read === 'READ' || read === 'UNREAD' ? read : null,
    descending: search.get('order') !== 'ascending',
    messageId: Number.isSafeInteger(messageId) && messageId > 0 ? messageId : null,
  };
}

/** The query parameters of a request for rows. */
export function toWarnSearch(request: WarnRequest): Record<string, string> {
  const { msgTypes, levels, handling, isRead, descending, messageId } = request;
  return toReportSearch(request, {
    ...{ types: msgTypes.join(','), levels: levels.join(','), handling: handling.join(',') },
    ...{ read: isRead ?? '', order: descending ? '' : 'ascending' },
    message: messageId === null ? '' : String(messageId),
  });
}

function toDeviceFilter({
  startDay,
  endDay,
  groupIds,
  trackerIds,
  keywords,
  msgTypes,
  levels,
}: WarnKinds & ReportRequest) {
  return {
    ...{ startDay, endDay, groupIds: [...groupIds], trackerIds: [...trackerIds], keywords },
    ...{ msgTypes: [...msgTypes], levels: [...levels] },
  };
}

/** The filter of a request for rows. */
export function toWarnFilter(request: WarnRequest): WarnFilter {
  const { handling, isRead } = request;
  return {
    ...toDeviceFilter(request),
    handling: [...handling],
    ...(isRead === null ? {} : { isRead }),
  };
}

/** The number of filters that are set, without the search. */
export function countWarnFilters(request: WarnKinds & ReportRequest & Partial<WarnRequest>): number {
  const { msgTypes, levels, handling = [], isRead = null } = request;
  return (
    countDeviceFilters(request) +
    Number(msgTypes.length > 0) +
    Number(levels.length > 0) +
    Number(handling.length > 0) +
    Number(isRead !== null)
  );
}

/** Rows of times and hours are in their order at first, others by their numbers. */
function usualSort(by: WarnGrouping): { readonly sort: WarnCountSort; readonly descending: boolean } {
  const isOfTime = by !== 'type' && by !== 'device' && by !== 'group';
  return isOfTime ? { sort: 'key', descending: false } : { sort: 'alarms', descending: true };
}

/** Parses the request for sums from the address; without days it is of this month. */
export function parseWarnCountRequest(search: URLSearchParams, today: string): WarnCountRequest {
  const by = WARN_GROUPINGS.find((grouping) => grouping === search.get('by')) ?? 'type';
  const usual = usualSort(by);
  const sort = WARN_COUNT_SORTS.find((one) => one === search.get('sort')) ?? usual.sort;
  const order = search.get('order');
  return {
    ...parseReportRequest(search, presetPeriod('thisMonth', today)),
    ...parseKinds(search),
    ...{ by, sort },
    descending: order === 'descending' || (order !== 'ascending' && usual.descending),
    hasChart: search.get('chart') !== NO_CHART,
  };
}

/** The query parameters of a request for sums. */
export function toWarnCountSearch(request: WarnCountRequest): Record<string, string> {
  const { msgTypes, levels, by, sort, descending, hasChart } = request;
  const usual = usualSort(by);
  return toReportSearch(request, {
    ...{ by: by === 'type' ? '' : by, types: msgTypes.join(','), levels: levels.join(',') },
    sort: sort === usual.sort ? '' : sort,
    order: descending === usual.descending ? '' : descending ? 'descending' : 'ascending',
    chart: hasChart ? '' : NO_CHART,
  });
}

/** The filter of a request for sums. */
export function toWarnCountFilter(request: WarnCountRequest): WarnCountFilter {
  return { ...toDeviceFilter(request), by: request.by };
}

/** The request with another grouping in its usual order. */
export function withWarnGrouping(by: WarnGrouping): Partial<WarnCountRequest> {
  return { by, ...usualSort(by) };
}
