import { expect, it } from 'vitest';
import { alertingOf } from './alerting.ts';

const conf = { popup: ['LOWPOWER' as const], sound: true, desktop: true };
const nothing = { popup: false, sound: false, desktop: false };

it.each([
  ['a chosen type opens a message and is heard', 'LOWPOWER', 'granted', false, [true, true, false]],
  [
    'outside of the window too, where the person is elsewhere',
    'LOWPOWER',
    'granted',
    true,
    [true, true, true],
  ],
  ['SOS needs not be chosen', 'SOS', 'granted', true, [true, true, true]],
  ['a forbidden desktop stops that and the sound', 'SOS', 'denied', true, [true, false, false]],
  ['a browser without them goes on sounding', 'SOS', 'unsupported', true, [true, true, false]],
] as const)('%s', (_, type, permission, away, [popup, sound, desktop]) => {
  expect(alertingOf(type, conf, permission, away)).toEqual({ popup, sound, desktop });
});

it('a type that is not chosen waits in the list', () => {
  expect(alertingOf('OVERSPEED', conf, 'granted', true)).toEqual(nothing);
});

it('nothing is heard or shown outside where the user does not want it', () => {
  expect(alertingOf('SOS', { popup: [], sound: false, desktop: false }, 'granted', true)).toEqual({
    popup: true,
    sound: false,
    desktop: false,
  });
});
