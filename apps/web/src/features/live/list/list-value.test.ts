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

it("is the selected value in the user's unit", () => {
  expect(listValue(state, 'ELECTRICITY', 1)).toEqual({ value: '71', unit: 'percent' });
  // 18.52 km/h are ten knots of 1.852 km/h.
  expect(listValue(state, 'SPEED', 2)).toEqual({ value: '10.0', unit: 'kn' });
  expect(listValue(state, 'ALTITUDE', 1)).toEqual({ value: '12', unit: 'm' });
  expect(listValue(state, 'GSM', 1)).toEqual({ value: '40', unit: 'percent' });
  expect(listValue(state, 'TIME', 1)).toEqual({ time: 1_000_000 });
});

it('is null if not reported, and for the speed of an offline device', () => {
  expect(listValue({ ...state, electricity: null }, 'ELECTRICITY', 1)).toBeNull();
  expect(listValue({ ...state, fixTime: null }, 'TIME', 1)).toBeNull();
  expect(listValue({ ...state, status: 'OFFLINE' }, 'SPEED', 1)).toBeNull();
});
