import { LIMITS } from '@wakeline/contract/limits';
import { parseDay, type ReportPeriod } from './report-period.ts';

/** Which devices a report covers; without any limit all that the user sees. */
export interface ReportDevices {
  readonly groupIds: readonly number[];
  readonly trackerIds: readonly number[];
  readonly keywords: string;
}

/** What the addresses of all reports contain. */
export interface ReportRequest extends ReportPeriod, ReportDevices {
  /** Page of the table, from 1. */
  readonly index: number;
  readonly size: number;
}

/** All devices. */
export const ALL_DEVICES: ReportDevices = { groupIds: [], trackerIds: [], keywords: '' };

const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;
const MAX_ID = 2_147_483_647;

/**
 * Parses what the addresses of all reports contain, ignoring values that the server would refuse.
 *
 * @param usual the period of an address without days
 */
export function parseReportRequest(search: URLSearchParams, usual: ReportPeriod): ReportRequest {
  const [startDay, endDay] = [parseDay(search.get('from')), parseDay(search.get('to'))];
  return {
    ...(startDay === null || endDay === null ? usual : { startDay, endDay }),
    groupIds: parseIds(search.get('groups'), LIMITS.groupsPerRule),
    trackerIds: parseIds(search.get('devices'), LIMITS.reportDevices),
    keywords: (search.get('keywords') ?? '').trim().slice(0, LIMITS.name),
    index: parseNumber(search.get('page')) ?? 1,
    size: PAGE_SIZES.find((size) => size === Number(search.get('size'))) ?? DEFAULT_PAGE_SIZE,
  };
}

function parseNumber(text: string | null): number | undefined {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 && value <= MAX_ID ? value : undefined;
}

/** Identifiers of an address, divided by commas: each once, at most `max`. */
export function parseIds(text: string | null, max: number): readonly number[] {
  const ids = (text ?? '').split(',').flatMap((id) => parseNumber(id) ?? []);
  return [...new Set(ids)].slice(0, max);
}

/**
 * The query parameters of a request. The days are always among them, so that a copied address keeps its meaning.
 *
 * @param own parameters of the report; empty ones are left out
 */
export function toReportSearch(
  { startDay, endDay, groupIds, trackerIds, keywords, index, size }: ReportRequest,
  own: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries: readonly (readonly [string, string])[] = [
    ['from', startDay],
    ['to', endDay],
    ['groups', groupIds.join(',')],
    ['devices', trackerIds.join(',')],
    ['keywords', keywords],
    ...Object.entries(own),
    ['page', index === 1 ? '' : String(index)],
    ['size', size === DEFAULT_PAGE_SIZE ? '' : String(size)],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** The number of filters for devices that are set, without the search. */
export function countDeviceFilters({ groupIds, trackerIds }: ReportDevices): number {
  return Number(groupIds.length > 0) + Number(trackerIds.length > 0);
}
