import type { TrackerStatusDto } from '@wakeline/contract/entities/tracker';
import { expect, it } from 'vitest';
import { listValue } from './list-value.ts';

const state: TrackerStatusDto = {
  latitude: 30,
  longitude: 120,
  direction: 90,
  altitude: 12,
  speed: 18.52,
  electricity: 71,
  gsm: 40,
  satellites: 9,
  accuracy: null,
  mileage: 0,
  fixTime: 1_000_000,
  latestCommTime: 1_000_000,
  status: 'RUNNING',
  statusSince: null,
};

const METRIC = { speedUnits: 1, altitudeUnits: 1 } as const;
const AVIATION = { speedUnits: 2, altitudeUnits: 2 } as const;

it("is the selected value in the user's unit", () => {
  expect(listValue(state, 'ELECTRICITY', METRIC)).toEqual({ value: '71', unit: 'percent' });
  // 18.52 km/h are ten knots of 1.852 km/h.
  expect(listValue(state, 'SPEED', AVIATION)).toEqual({ value: '10.0', unit: 'kn' });
  expect(listValue(state, 'ALTITUDE', METRIC)).toEqual({ value: '12', unit: 'm' });
  // 12 m / 0.3048
  expect(listValue(state, 'ALTITUDE', AVIATION)).toEqual({ value: '39', unit: 'ft' });
  expect(listValue(state, 'GSM', METRIC)).toEqual({ value: '40', unit: 'percent' });
  expect(listValue(state, 'TIME', METRIC)).toEqual({ time: 1_000_000 });
});

it('is null if not reported, and for the speed of an offline device', () => {
  expect(listValue({ ...state, electricity: null }, 'ELECTRICITY', METRIC)).toBeNull();
  expect(listValue({ ...state, fixTime: null }, 'TIME', METRIC)).toBeNull();
  expect(listValue({ ...state, status: 'OFFLINE' }, 'SPEED', METRIC)).toBeNull();
});
