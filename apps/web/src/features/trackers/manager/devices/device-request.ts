import { TRACKER_STATUSES, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';

/** What the device table shows: filter and page. */
export interface DeviceRequest {
  readonly keywords: string;
  readonly status: TrackerStatus | null;
  readonly index: number;
  readonly size: number;
}

const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;
const MAX_KEYWORDS_LENGTH = 100;

/** Parses the request from the address, ignoring values that the server would refuse. */
export function parseDeviceRequest(search: URLSearchParams): DeviceRequest {
  const index = Number(search.get('page'));
  return {
    keywords: (search.get('keywords') ?? '').trim().slice(0, MAX_KEYWORDS_LENGTH),
    status: TRACKER_STATUSES.find((status) => status === search.get('status')) ?? null,
    index: Number.isSafeInteger(index) && index > 0 ? index : 1,
    size: PAGE_SIZES.find((size) => size === Number(search.get('size'))) ?? DEFAULT_PAGE_SIZE,
  };
}

/** The query parameters of a request; other parameters are kept. */
export function withDeviceRequest(search: URLSearchParams, request: DeviceRequest): URLSearchParams {
  const next = new URLSearchParams(search);
  const params = {
    keywords: request.keywords,
    status: request.status ?? '',
    page: request.index === 1 ? '' : String(request.index),
    size: request.size === DEFAULT_PAGE_SIZE ? '' : String(request.size),
  };
  for (const [name, value] of Object.entries(params)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
