import { PLANE_SORTS, type PlaneFilter, type PlaneSort } from '@wakeline/contract/aviation/planes';
import { LIMITS } from '@wakeline/contract/limits';
import { AIRCRAFT_KINDS, type AircraftKind } from '@wakeline/domain/aviation/aircraft-kind';

/** What the table of planes shows: filter, order and page. */
export interface PlaneRequest {
  readonly keywords: string;
  readonly kind: AircraftKind | undefined;
  /** Null: planes without a group; undefined: all. */
  readonly groupId: number | null | undefined;
  /** Whether a device is bound; undefined: all. */
  readonly isBound: boolean | undefined;
  readonly sort: PlaneSort;
  readonly descending: boolean;
  readonly index: number;
  readonly size: number;
}

export type PlaneConditions = Pick<PlaneRequest, 'keywords' | 'kind' | 'groupId' | 'isBound'>;

const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;
const MAX_ID = 2_147_483_647;
/** Value of the parameter for planes without a group. */
const NO_GROUP = 'none';
const DEFAULT_SORT: PlaneSort = 'tailNumber';
const BOUND_VALUES = { yes: true, no: false } as const;

/** All planes. */
export const NO_CONDITIONS: PlaneConditions = {
  keywords: '',
  kind: undefined,
  groupId: undefined,
  isBound: undefined,
};

/** Parses the request from the address, ignoring values that the server would refuse. */
export function parsePlaneRequest(search: URLSearchParams): PlaneRequest {
  const index = Number(search.get('page'));
  const bound = search.get('bound');
  return {
    keywords: (search.get('keywords') ?? '').trim().slice(0, LIMITS.name),
    kind: AIRCRAFT_KINDS.find((kind) => kind === search.get('kind')),
    groupId: parseGroup(search.get('group')),
    isBound: bound === 'yes' || bound === 'no' ? BOUND_VALUES[bound] : undefined,
    sort: PLANE_SORTS.find((sort) => sort === search.get('sort')) ?? DEFAULT_SORT,
    descending: search.get('order') === 'descending',
    index: Number.isSafeInteger(index) && index > 0 ? index : 1,
    size: PAGE_SIZES.find((size) => size === Number(search.get('size'))) ?? DEFAULT_PAGE_SIZE,
  };
}

function parseGroup(value: string | null): number | null | undefined {
  if (value === NO_GROUP) return null;
  const groupId = Number(value);
  return Number.isSafeInteger(groupId) && groupId > 0 && groupId <= MAX_ID ? groupId : undefined;
}

/** The query parameters of a request. */
export function toPlaneSearch(request: PlaneRequest): Record<string, string> {
  const { keywords, kind, groupId, isBound, sort, descending, index, size } = request;
  const entries: readonly (readonly [string, string])[] = [
    ['keywords', keywords],
    ['kind', kind ?? ''],
    ['group', groupId === undefined ? '' : String(groupId ?? NO_GROUP)],
    ['bound', isBound === undefined ? '' : isBound ? 'yes' : 'no'],
    ['sort', sort === DEFAULT_SORT ? '' : sort],
    ['order', descending ? 'descending' : ''],
    ['page', index === 1 ? '' : String(index)],
    ['size', size === DEFAULT_PAGE_SIZE ? '' : String(size)],
  ];
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** The number of filters that are set, without the search. */
export function countFilters({ kind, groupId, isBound }: PlaneConditions): number {
  return [kind, groupId, isBound].filter((value) => value !== undefined).length;
}

/** The filter of a request to the server. */
export function toPlaneFilter({ keywords, kind, groupId, isBound }: PlaneConditions): Partial<PlaneFilter> {
  return {
    ...(keywords === '' ? {} : { keywords }),
    ...(kind === undefined ? {} : { kind }),
    ...(groupId === undefined ? {} : { groupId }),
    ...(isBound === undefined ? {} : { isBound }),
  };
}
