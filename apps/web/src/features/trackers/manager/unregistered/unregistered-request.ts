import { PROTOCOL_NAMES, type ProtocolName } from '@wakeline/domain/devices/protocols';

/** What the list of unregistered devices shows: filter and page. */
export interface UnregisteredRequest {
  readonly keywords: string;
  readonly protocol: ProtocolName | null;
  readonly index: number;
  readonly size: number;
}

const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;
const MAX_KEYWORDS_LENGTH = 100;

/** Parses the request from the address, ignoring values that the server would refuse. */
export function parseUnregisteredRequest(search: URLSearchParams): UnregisteredRequest {
  const index = Number(search.get('page'));
  return {
    keywords: (search.get('keywords') ?? '').trim().slice(0, MAX_KEYWORDS_LENGTH),
    protocol: PROTOCOL_NAMES.find((name) => name === search.get('protocol')) ?? null,
    index: Number.isSafeInteger(index) && index > 0 ? index : 1,
    size: PAGE_SIZES.find((size) => size === Number(search.get('size'))) ?? DEFAULT_PAGE_SIZE,
  };
}

/** The query parameters of a request; other parameters are kept. */
export function withUnregisteredRequest(
  search: URLSearchParams,
  { keywords, protocol, index, size }: UnregisteredRequest,
): URLSearchParams {
  const next = new URLSearchParams(search);
  const params = {
    keywords,
    protocol: protocol ?? '',
    page: index === 1 ? '' : String(index),
    size: size === DEFAULT_PAGE_SIZE ? '' : String(size),
  };
  for (const [name, value] of Object.entries(params)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}
