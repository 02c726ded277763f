import { expect, it } from 'vitest';
import { alertingOf } from './alerting.ts';

const conf = { popup: ['LOWPOWER' as const], sound: true, desktop: true };
const nothing = { popup: false, sound: false, desktop: false };

it.each([
  ['opens a pop-up with sound for a selected type', 'LOWPOWER', 'granted', false, [true, true, false]],
  [
    'adds a desktop notification while the page is not in focus',
    'LOWPOWER',
    'granted',
    true,
    [true, true, true],
  ],
  ['always alerts for an SOS', 'SOS', 'granted', true, [true, true, true]],
  [
    'disables desktop and sound if the browser denies notifications',
    'SOS',
    'denied',
    true,
    [true, false, false],
  ],
  ['keeps the sound in browsers without notifications', 'SOS', 'unsupported', true, [true, true, false]],
] as const)('%s', (_, type, permission, away, [popup, sound, desktop]) => {
  expect(alertingOf(type, conf, permission, away)).toEqual({ popup, sound, desktop });
});

it('does not alert for a type that is not selected', () => {
  expect(alertingOf('OVERSPEED', conf, 'granted', true)).toEqual(nothing);
});

it('respects disabled sound and desktop notifications', () => {
  expect(alertingOf('SOS', { popup: [], sound: false, desktop: false }, 'granted', true)).toEqual({
    popup: true,
    sound: false,
    desktop: false,
  });
});
