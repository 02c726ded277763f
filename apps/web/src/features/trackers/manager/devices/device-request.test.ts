import { deviceFilter } from '@wakeline/contract/trackers/devices';
import { describe, expect, test } from 'vitest';
import {
  countFilters,
  type DeviceRequest,
  isFiltered,
  parseDeviceRequest,
  toDeviceFilter,
  withDeviceRequest,
} from './device-request.ts';

const ALL = parseDeviceRequest(new URLSearchParams());
const FILTERED: DeviceRequest = {
  conditions: {
    keywords: '港口 & Co',
    groupId: 7,
    models: ['GT06N', ''],
    protocols: ['jt808', null],
    statuses: ['SOS', 'OFFLINE'].toSorted() as ['OFFLINE', 'SOS'],
    activations: ['expired'],
    validDays: 30,
    silentHours: 24,
  },
  sort: 'latestCommTime',
  descending: true,
  index: 3,
  size: 50,
};

describe('address', () => {
  test('restores the request and keeps other parameters', () => {
    const params = withDeviceRequest(new URLSearchParams('tab=devices&t=north'), FILTERED);
    expect(params.get('tab')).toBe('devices');
    expect(params.get('t')).toBe('north');
    const restored = parseDeviceRequest(new URLSearchParams(params.toString()));
    expect({
      ...restored,
      conditions: { ...restored.conditions, statuses: restored.conditions.statuses.toSorted() },
    }).toEqual(FILTERED);
  });

  test('contains only what differs from the default', () => {
    const search = withDeviceRequest(new URLSearchParams('tab=devices'), FILTERED);
    expect(withDeviceRequest(search, ALL).toString()).toBe('tab=devices');
    expect(
      withDeviceRequest(new URLSearchParams(), {
        ...ALL,
        conditions: { ...ALL.conditions, groupId: null },
      }).toString(),
    ).toBe('group=none');
  });

  test('ignores values that the server would refuse', () => {
    const typed =
      'group=-1&model=' +
      'x'.repeat(65) +
      '&protocol=smoke&status=LOST&activation=new&validDays=3&silentHours=x&sort=password&page=0&size=7';
    expect(parseDeviceRequest(new URLSearchParams(typed))).toEqual(ALL);
    expect(isFiltered(ALL.conditions)).toBe(false);
    expect(countFilters(ALL.conditions)).toBe(0);
    expect(countFilters(FILTERED.conditions)).toBe(7);
  });
});

describe('toDeviceFilter', () => {
  test('returns times from the clock of the server', () => {
    const now = 1_800_000_000_000;
    const filter = toDeviceFilter(FILTERED.conditions, now);
    expect(filter.validBefore).toBe(now + 30 * 86_400_000);
    expect(filter.reportedBefore).toBe(now - 86_400_000);
    expect(deviceFilter.parse(filter)).toEqual(filter);
  });

  test('is empty without conditions', () => {
    expect(toDeviceFilter(ALL.conditions, 0)).toEqual({});
  });
});
