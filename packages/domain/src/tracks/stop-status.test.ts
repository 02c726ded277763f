import { expect, test } from 'vitest';
import { STAY_STATUS } from './stay-status.ts';
import { type StopDetails, stopStatus } from './stop-status.ts';

const HOUR = 3_600_000;
const FIX = { msBeforeEnd: 60_000, satellites: null, battery: null, gsm: null, charging: null };
const PLAIN: StopDetails = {
  ...{ duration: HOUR, ignition: null, metres: 10, isOpen: false, isFirst: false },
  ...{ hasSos: false, hasAlarm: false, isAtPoint: false, isInFence: false, lastFix: FIX },
};

test.each<[keyof typeof STAY_STATUS, Partial<StopDetails>]>([
  ['stationary', {}],
  ['stationary', { lastFix: null }],
  ['engineOff', { ignition: 0 }],
  ['engineOff', { ignition: HOUR / 2 }],
  ['engineOn', { ignition: HOUR / 2 + 1 }],
  ['charging', { lastFix: { ...FIX, charging: true, battery: 15 } }],
  ['lowBattery', { lastFix: { ...FIX, battery: 20 } }],
  ['stationary', { lastFix: { ...FIX, battery: 21, satellites: 3, gsm: 20, charging: false } }],
  ['noFix', { lastFix: { ...FIX, satellites: 2, charging: true } }],
  ['weakSignal', { ignition: HOUR, lastFix: { ...FIX, gsm: 19 } }],
  ['inactive', { lastFix: { ...FIX, msBeforeEnd: HOUR / 2 + 1, satellites: 0 } }],
  ['sos', { hasSos: true, hasAlarm: true }],
  ['alarm', { hasAlarm: true, lastFix: { ...FIX, battery: 1 } }],
  ['atPoint', { isAtPoint: true, isInFence: true, ignition: 0 }],
  ['engineOn', { isAtPoint: true, ignition: HOUR }],
  ['inFence', { isInFence: true, ignition: 0 }],
  ['start', { isFirst: true, isOpen: true, metres: 500 }],
  ['end', { isOpen: true, metres: 500 }],
  ['drift', { metres: 201 }],
])('is %s for %o', (name, details) => {
  expect(stopStatus({ ...PLAIN, ...details })).toBe(STAY_STATUS[name]);
});
