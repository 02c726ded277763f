import type { Leg } from '@wakeline/contract/aviation/legs';
import { expect, test } from 'vitest';
import { legReplayQuery } from './leg-replay.ts';

const time = (at: number) => ({ at, found: at, from: null, to: null, isCorrected: false });
const LEG = { trackerId: 4, offBlock: null, takeoff: time(1_000_000), landing: null, inBlock: null } as Leg;

test('begins two minutes before the leg and ends two minutes after it, or now', () => {
  expect(legReplayQuery(LEG, 2_000_000)).toBe('?trackerId=4&start=880000&end=2000000');
  const ended = { ...LEG, offBlock: time(900_000), landing: time(1_500_000), inBlock: time(1_600_000) };
  expect(legReplayQuery(ended, 9_000_000)).toBe('?trackerId=4&start=780000&end=1720000');
  expect(legReplayQuery({ ...LEG, trackerId: null }, 2_000_000)).toBeNull();
});
