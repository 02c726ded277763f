import { LIMITS } from '@wakeline/contract/limits';
import type { BdUserFilter } from '@wakeline/contract/satellite/accounts';
import { SATELLITE_NETWORKS, type SatelliteNetwork } from '@wakeline/domain/satellite/networks';

/** What the table of communication accounts shows: filter and page. */
export interface AccountRequest {
  readonly keywords: string;
  readonly network: SatelliteNetwork | undefined;
  /** Whether a device carries the terminal; undefined: all. */
  readonly isBound: boolean | undefined;
  readonly index: number;
  readonly size: number;
}

export type AccountConditions = Pick<AccountRequest, 'keywords' | 'network' | 'isBound'>;

const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;
const BOUND_VALUES = { yes: true, no: false } as const;

/** All communication accounts. */
export const NO_CONDITIONS: AccountConditions = { keywords: '', network: undefined, isBound: undefined };

/** Parses the request from the address, ignoring values that the server would refuse. */
export function parseAccountRequest(search: URLSearchParams): AccountRequest {
  const index = Number(search.get('page'));
  const bound = search.get('bound');
  return {
    keywords: (search.get('keywords') ?? '').trim().slice(0, LIMITS.name),
    network: SATELLITE_NETWORKS.find((network) => network === search.get('network')),
    isBound: bound === 'yes' || bound === 'no' ? BOUND_VALUES[bound] : undefined,
    index: Number.isSafeInteger(index) && index > 0 ? index : 1,
    size: PAGE_SIZES.find((size) => size === Number(search.get('size'))) ?? DEFAULT_PAGE_SIZE,
  };
}

/** The query parameters of a request. */
export function toAccountSearch(request: AccountRequest): Record<string, string> {
  const { keywords, network, isBound, index, size } = request;
  const entries: readonly (readonly [string, string])[] = [
    ['keywords', keywords],
    ['network', network ?? ''],
    ['bound', isBound === undefined ? '' : isBound ? 'yes' : 'no'],
    ['page', index === 1 ? '' : String(index)],
    ['size', size === DEFAULT_PAGE_SIZE ? '' : String(size)],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** The number of filters that are set, without the search. */
export function countFilters({ network, isBound }: AccountConditions): number {
  return [network, isBound].filter((value) => value !== undefined).length;
}

/** The filter of a request to the server. */
export function toAccountFilter({ keywords, network, isBound }: AccountConditions): Partial<BdUserFilter> {
  return {
    ...(keywords === '' ? {} : { keywords }),
    ...(network === undefined ? {} : { network }),
    ...(isBound === undefined ? {} : { isBound }),
  };
}
