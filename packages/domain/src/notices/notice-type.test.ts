import { expect, test } from 'vitest';
import { OFFERED_NOTICE_TYPES } from './notice-type.ts';

test('kinds that nothing produces are not offered', () => {
  expect(OFFERED_NOTICE_TYPES).toEqual([
    'SOS',
    'VIBRATION',
    'IN',
    'OUT',
    'OUTAGE',
    'TEARDOWN',
    'LOWPOWER',
    'OVERSPEED',
    'RUNNING',
    'STOP',
    'OFFLINE',
    'YAW',
  ]);
});
