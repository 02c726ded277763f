import type { Leg } from '@wakeline/contract/aviation/legs';
import { expect, test } from 'vitest';
import { correctionsOf } from './corrections.ts';

const time = (at: number, isCorrected: boolean) => ({ at, found: 50, from: null, to: null, isCorrected });
const LEG = { offBlock: null, takeoff: time(100, true), landing: time(200, false), inBlock: null } as Leg;

test('sends the times that the user changed, and null for those that were cleared', () => {
  expect(correctionsOf(LEG, { offBlock: null, takeoff: 100, landing: null, inBlock: null })).toEqual({});
  expect(correctionsOf(LEG, { takeoff: null, landing: 210 })).toEqual({ takeoff: null, landing: 210 });
  expect(correctionsOf(LEG, { offBlock: 90 })).toEqual({ offBlock: 90 });
});
