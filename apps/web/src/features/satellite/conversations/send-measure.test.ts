import type { BdSendLimit } from '@wakeline/contract/satellite/send-limits';
import { expect, test } from 'vitest';
import { measureForAll, replaceCharacters, unitsLeft } from './send-measure.ts';

const terminal: BdSendLimit = {
  bdUserId: 1,
  bdUserName: 'Gull',
  cardNumber: '4207733',
  network: 'beidou',
  trackerName: null,
  level: 3,
  bits: null,
  gateway: 'beidou-machine',
  waiting: 0,
  connected: true,
  earliestTime: 1_000,
};
const small: BdSendLimit = { ...terminal, bdUserId: 2, level: 1, earliestTime: 61_000 };
const iridium: BdSendLimit = {
  ...terminal,
  bdUserId: 3,
  network: 'iridium',
  level: null,
  earliestTime: 2_000,
};

test('shows the terminal with the most transmissions, and adds all up', () => {
  // 110 bits of level 1 hold 7 characters, 628 of level 3 hold 44, 270 bytes of Iridium 90.
  expect(measureForAll('到'.repeat(15), [terminal, small, iridium], false)).toMatchObject({
    terminal: { bdUserId: 2 },
    measure: { parts: 3 },
    costUnits: 5,
    earliestTime: 61_000,
    isTooLong: false,
  });
});

test('shows the terminal with the least room if all take the same', () => {
  expect(measureForAll('到', [terminal, small], false)?.terminal.bdUserId).toBe(2);
});

test('ignores the spaces around a text', () => {
  expect(measureForAll(' 到 ', [terminal], false)?.measure.used).toBe(14);
});

test('a text of more than ten transmissions is too long', () => {
  expect(measureForAll('到'.repeat(70), [small], false)?.isTooLong).toBe(false);
  expect(measureForAll('到'.repeat(71), [small], false)?.isTooLong).toBe(true);
});

test('has no time if a terminal cannot be reached', () => {
  const unreachable = { ...terminal, gateway: null, earliestTime: null };
  expect(measureForAll('x', [unreachable, small], false)).toMatchObject({
    earliestTime: null,
    unreachable: [unreachable],
  });
});

test('waits if the gateway of one terminal has no connection', () => {
  expect(measureForAll('x', [terminal, iridium], false)?.isOffline).toBe(false);
  expect(measureForAll('x', [{ ...terminal, connected: false }, iridium], false)?.isOffline).toBe(true);
});

test('names and replaces characters that a network lacks', () => {
  const missing = measureForAll('好👍𠮷👍', [terminal, iridium], false)?.missing;
  expect(missing).toEqual(['👍', '𠮷']);
  expect(replaceCharacters('好👍𠮷👍', missing ?? [], '?')).toBe('好???');
});

test('has nothing to measure without terminals', () => {
  expect(measureForAll('x', [], false)).toBeNull();
});

test('the quota has nothing left when it is used up, and no limit without one', () => {
  expect(unitsLeft({ monthlyQuota: 10, costUnits: 4 })).toBe(6);
  // It was lowered after messages were sent.
  expect(unitsLeft({ monthlyQuota: 3, costUnits: 4 })).toBe(0);
  expect(unitsLeft({ monthlyQuota: null, costUnits: 4 })).toBeNull();
});
