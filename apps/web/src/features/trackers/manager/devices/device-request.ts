import { DEVICE_SORTS, type DeviceFilter, type DeviceSort } from '@wakeline/contract/trackers/devices';
import { PROTOCOL_NAMES, type ProtocolName } from '@wakeline/domain/devices/protocols';
import { TRACKER_STATUSES, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';

export const ACTIVATIONS = ['unactivated', 'activated', 'expired'] as const;
type Activation = (typeof ACTIVATIONS)[number];

/** Filter of the device table. Times are relative, so that an address stays valid; empty lists do not restrict. */
export interface DeviceConditions {
  readonly keywords: string;
  /** Null: devices without a group; undefined: all. */
  readonly groupId: number | null | undefined;
  /** An empty name: devices without a model. */
  readonly models: readonly string[];
  /** Null: devices that may use any protocol. */
  readonly protocols: readonly (ProtocolName | null)[];
  readonly statuses: readonly TrackerStatus[];
  readonly activations: readonly Activation[];
  /** The validity ends within this many days; 0: it has ended. */
  readonly validDays: number | undefined;
  /** No report for this many hours. */
  readonly silentHours: number | undefined;
}

/** What the device table shows: filter, order and page. */
export interface DeviceRequest {
  readonly conditions: DeviceConditions;
  readonly sort: DeviceSort;
  readonly descending: boolean;
  readonly index: number;
  readonly size: number;
}

export const VALID_DAYS = [0, 7, 30, 90] as const;
export const SILENT_HOURS = [1, 24, 24 * 7, 24 * 30] as const;
export const MAX_KEYWORDS_LENGTH = 100;

const PAGE_SIZES = [10, 20, 50, 100] as const;
const DEFAULT_PAGE_SIZE = 20;
const DEFAULT_SORT: DeviceSort = 'trackerName';
const HOUR_MS = 3_600_000;
const NO_GROUP = 'none';
const ANY_PROTOCOL = 'any';
const MAX_CHOICES = 100;
const MAX_MODEL_LENGTH = 64;

/** All devices. */
export const NO_CONDITIONS: DeviceConditions = {
  keywords: '',
  groupId: undefined,
  models: [],
  protocols: [],
  statuses: [],
  activations: [],
  validDays: undefined,
  silentHours: undefined,
};

/** Parses the request from the address, ignoring values that the server would refuse. */
export function parseDeviceRequest(search: URLSearchParams): DeviceRequest {
  const index = Number(search.get('page'));
  return {
    conditions: {
      keywords: (search.get('keywords') ?? '').trim().slice(0, MAX_KEYWORDS_LENGTH),
      groupId: parseGroup(search.get('group')),
      models: unique(search.getAll('model'))
        .filter((model) => model.length <= MAX_MODEL_LENGTH)
        .slice(0, MAX_CHOICES),
      protocols: pick([...PROTOCOL_NAMES, null], search.getAll('protocol'), (name) => name ?? ANY_PROTOCOL),
      statuses: pick(TRACKER_STATUSES, search.getAll('status')),
      activations: pick(ACTIVATIONS, search.getAll('activation')),
      validDays: parseNumber(search.get('validDays'), VALID_DAYS),
      silentHours: parseNumber(search.get('silentHours'), SILENT_HOURS),
    },
    sort: DEVICE_SORTS.find((sort) => sort === search.get('sort')) ?? DEFAULT_SORT,
    descending: search.get('order') === 'descending',
    index: Number.isSafeInteger(index) && index > 0 ? index : 1,
    size: parseNumber(search.get('size'), PAGE_SIZES) ?? DEFAULT_PAGE_SIZE,
  };
}

/** The query parameters of a request; other parameters are kept. */
export function withDeviceRequest(search: URLSearchParams, request: DeviceRequest): URLSearchParams {
  const { conditions, sort, descending, index, size } = request;
  const { keywords, groupId, validDays, silentHours } = conditions;
  const params: Record<string, readonly (string | number)[]> = {
    keywords: keywords === '' ? [] : [keywords],
    group: groupId === undefined ? [] : [groupId ?? NO_GROUP],
    model: conditions.models,
    protocol: conditions.protocols.map((name) => name ?? ANY_PROTOCOL),
    status: conditions.statuses,
    activation: conditions.activations,
    validDays: validDays === undefined ? [] : [validDays],
    silentHours: silentHours === undefined ? [] : [silentHours],
    sort: sort === DEFAULT_SORT ? [] : [sort],
    order: descending ? ['descending'] : [],
    page: index === 1 ? [] : [index],
    size: size === DEFAULT_PAGE_SIZE ? [] : [size],
  };
  const next = new URLSearchParams(search);
  for (const [name, values] of Object.entries(params)) {
    next.delete(name);
    for (const value of values) next.append(name, String(value));
  }
  return next;
}

/** Number of filters that restrict the devices, without the search. */
export function countFilters({ groupId, validDays, silentHours, ...conditions }: DeviceConditions): number {
  const { models, protocols, statuses, activations } = conditions;
  const lists = [models, protocols, statuses, activations].filter(({ length }) => length > 0);
  return lists.length + [groupId, validDays, silentHours].filter((value) => value !== undefined).length;
}

/** Whether a condition restricts the devices. */
export function isFiltered(conditions: DeviceConditions): boolean {
  return conditions.keywords !== '' || countFilters(conditions) > 0;
}

/** The filter for the server. `now` is its clock in epoch milliseconds. */
export function toDeviceFilter(conditions: DeviceConditions, now: number): DeviceFilter {
  const { keywords, groupId, models, protocols, statuses, activations, validDays, silentHours } = conditions;
  return {
    ...(keywords === '' ? {} : { keywords }),
    ...(groupId === undefined ? {} : { groupId }),
    ...(models.length === 0 ? {} : { models: [...models] }),
    ...(protocols.length === 0 ? {} : { protocols: [...protocols] }),
    ...(statuses.length === 0 ? {} : { statuses: [...statuses] }),
    ...(activations.length === 0 ? {} : { activations: [...activations] }),
    ...(validDays === undefined ? {} : { validBefore: now + validDays * 24 * HOUR_MS }),
    ...(silentHours === undefined ? {} : { reportedBefore: now - silentHours * HOUR_MS }),
  };
}

function parseGroup(value: string | null): number | null | undefined {
  if (value === NO_GROUP) return null;
  const groupId = Number(value);
  return value !== null && Number.isSafeInteger(groupId) && groupId > 0 && groupId <= 2_147_483_647
    ? groupId
    : undefined;
}

function parseNumber<Value extends number>(
  value: string | null,
  options: readonly Value[],
): Value | undefined {
  return value === null || value === '' ? undefined : options.find((option) => option === Number(value));
}

function pick<Value extends string | null>(
  options: readonly Value[],
  values: readonly string[],
  nameOf: (option: Value) => string = String,
): readonly Value[] {
  return options.filter((option) => values.includes(nameOf(option)));
}

const unique = (values: readonly string[]) => [...new Set(values)];
