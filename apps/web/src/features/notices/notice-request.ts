import { LIMITS } from '@wakeline/contract/limits';
import type { NoticeFilter } from '@wakeline/contract/notices/notices';
import { ALARM_STATES, type AlarmState } from '@wakeline/domain/notices/alarm-handling';
import { NOTICE_TYPES, type NoticeType } from '@wakeline/domain/notices/notice-type';

/** Filter of the notice list, as the address contains it; empty lists do not restrict. */
export interface NoticeConditions {
  readonly keywords: string;
  readonly types: readonly NoticeType[];
  readonly trackerIds: readonly number[];
  readonly groupId: number | undefined;
  readonly isRead: 'UNREAD' | 'READ' | undefined;
  readonly handling: readonly AlarmState[];
  readonly ownerId: number | undefined;
  /** Epoch milliseconds. */
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
}

/** What the notice list shows: filter, page, and the notice in the drawer. */
export interface NoticeRequest {
  readonly conditions: NoticeConditions;
  readonly index: number;
  readonly size: number;
  readonly messageId: number | undefined;
}

export const MAX_KEYWORDS_LENGTH = 100;
const PAGE_SIZES: readonly number[] = [10, 20, 50, 100];
/** The specification's page size. */
const DEFAULT_PAGE_SIZE = 10;

/** All notices. */
export const NO_CONDITIONS: NoticeConditions = {
  keywords: '',
  types: [],
  trackerIds: [],
  groupId: undefined,
  isRead: undefined,
  handling: [],
  ownerId: undefined,
  startTime: undefined,
  endTime: undefined,
};

/** Parses the request from the address, ignoring values that the server would refuse. */
export function parseNoticeRequest(search: URLSearchParams): NoticeRequest {
  const listOf = (key: string) => (search.get(key) ?? '').split(',');
  const read = search.get('read');
  const size = parseNumber(search.get('size'));
  const ids = listOf('device').flatMap((text) => parseNumber(text) ?? []);
  return {
    conditions: {
      keywords: (search.get('keywords') ?? '').trim().slice(0, MAX_KEYWORDS_LENGTH),
      types: NOTICE_TYPES.filter((type) => listOf('type').includes(type)),
      trackerIds: [...new Set(ids)].slice(0, LIMITS.filteredTrackers),
      groupId: parseNumber(search.get('group')),
      isRead: read === 'READ' || read === 'UNREAD' ? read : undefined,
      handling: ALARM_STATES.filter((state) => listOf('handling').includes(state)),
      ownerId: parseNumber(search.get('owner')),
      startTime: parseNumber(search.get('from'), 13),
      endTime: parseNumber(search.get('to'), 13),
    },
    index: parseNumber(search.get('page')) ?? 1,
    size: size !== undefined && PAGE_SIZES.includes(size) ? size : DEFAULT_PAGE_SIZE,
    messageId: parseNumber(search.get('notice'), 15),
  };
}

/** A positive number of at most this many digits; 9 digits fit every id. */
function parseNumber(text: string | null, digits = 9): number | undefined {
  if (text === null || !/^[1-9]\d*$/.test(text) || text.length > digits) return undefined;
  return Number(text);
}

/** The query parameters of a request. */
export function toNoticeSearch({ conditions, index, size, messageId }: NoticeRequest): URLSearchParams {
  const { keywords, types, trackerIds, groupId, isRead, handling, ownerId, startTime, endTime } = conditions;
  const entries: readonly (readonly [string, string | number | undefined])[] = [
    ['keywords', keywords],
    ['type', types.join(',')],
    ['device', trackerIds.join(',')],
    ['group', groupId],
    ['read', isRead],
    ['handling', handling.join(',')],
    ['owner', ownerId],
    ['from', startTime],
    ['to', endTime],
    ['page', index === 1 ? undefined : index],
    ['size', size === DEFAULT_PAGE_SIZE ? undefined : size],
    ['notice', messageId],
  ];
  const set = entries.filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(set.map(([key, value]) => [key, String(value)]));
}

/** The filter of a request to the server. */
export function toNoticeFilter(conditions: NoticeConditions): NoticeFilter {
  const { keywords, types, trackerIds, groupId, isRead, handling, ownerId, startTime, endTime } = conditions;
  return {
    ...(keywords === '' ? {} : { keywords }),
    ...(types.length === 0 ? {} : { msgTypes: [...types] }),
    ...(trackerIds.length === 0 ? {} : { trackerIds: [...trackerIds] }),
    ...(groupId === undefined ? {} : { groupId }),
    ...(isRead === undefined ? {} : { isRead }),
    ...(handling.length === 0 ? {} : { handling: [...handling] }),
    ...(ownerId === undefined ? {} : { ownerId }),
    ...(startTime === undefined ? {} : { startTime }),
    ...(endTime === undefined ? {} : { endTime }),
  };
}

/** Number of conditions that restrict the list. */
export function countConditions(conditions: NoticeConditions): number {
  return Object.keys(toNoticeFilter(conditions)).length;
}
