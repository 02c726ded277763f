import type { NoticeConf } from '@wakeline/contract/entities/user-config';
import { describe, expect, it } from 'vitest';
import { alertingOf, moreUrgent } from './alerting.ts';

const CONF: NoticeConf = { popup: ['LOWPOWER', 'OUTAGE'], sound: true, desktop: true, rules: [] };
const NOTHING = { popup: false, sound: null, desktop: false };

it.each([
  ['opens a pop-up with sound for a selected type', 'LOWPOWER', 'granted', false, [true, 'normal', false]],
  [
    'adds a desktop notification while the page is not in focus',
    'LOWPOWER',
    'granted',
    true,
    [true, 'normal', true],
  ],
  ['always alerts for an SOS', 'SOS', 'granted', true, [true, 'critical', true]],
  ['has another sound for emergencies', 'OUTAGE', 'granted', false, [true, 'critical', false]],
  [
    'disables desktop and sound if the browser denies notifications',
    'SOS',
    'denied',
    true,
    [true, null, false],
  ],
  [
    'keeps the sound in browsers without notifications',
    'SOS',
    'unsupported',
    true,
    [true, 'critical', false],
  ],
] as const)('%s', (_, msgType, permission, away, [popup, sound, desktop]) => {
  expect(alertingOf({ msgType, ruleId: null }, CONF, permission, away)).toEqual({ popup, sound, desktop });
});

it('does not alert for a type that is not selected', () => {
  expect(alertingOf({ msgType: 'OVERSPEED', ruleId: null }, CONF, 'granted', true)).toEqual(NOTHING);
});

it('respects disabled sound and desktop notifications', () => {
  const conf = { popup: [], sound: false, desktop: false, rules: [] };
  expect(alertingOf({ msgType: 'SOS', ruleId: null }, conf, 'granted', true)).toEqual({
    popup: true,
    sound: null,
    desktop: false,
  });
});

describe('of a rule with own settings', () => {
  const unchanged = { ruleId: 7, popup: null, sound: null, desktop: null };
  const alert = (
    rule: Partial<NoticeConf['rules'][number]>,
    { ruleId = 7, msgType = 'OVERSPEED' as const, conf = CONF } = {},
  ) =>
    alertingOf(
      { msgType, ruleId },
      {
        ...conf,
        rules: [
          { ...unchanged, ruleId: 6, popup: false },
          { ...unchanged, ...rule },
        ],
      },
      'granted',
      true,
    );

  it('opens a pop-up although its type does not, with the usual sound and desktop notification', () => {
    expect(alert({ popup: true })).toEqual({ popup: true, sound: 'normal', desktop: true });
  });

  it('leaves the notices of other rules, and of none, as they are', () => {
    expect(alert({ popup: true }, { ruleId: 8 })).toEqual(NOTHING);
    expect(alertingOf({ msgType: 'LOWPOWER', ruleId: null }, CONF, 'granted', false).popup).toBe(true);
  });

  it('opens none although its type does', () => {
    const conf: NoticeConf = { ...CONF, popup: ['OVERSPEED'] };
    expect(alert({ popup: false, sound: 'critical', desktop: true }, { conf })).toEqual(NOTHING);
    expect(alert({}, { conf })).toEqual({ popup: true, sound: 'normal', desktop: true });
  });

  it('has the selected sound, also while sounds are off, or none', () => {
    const silent = { ...CONF, sound: false };
    expect(alert({ popup: true, sound: 'chime' }, { conf: silent }).sound).toBe('chime');
    expect(alert({ popup: true }, { conf: silent }).sound).toBeNull();
    expect(alert({ popup: true, sound: 'none' }).sound).toBeNull();
  });

  it('has its own desktop notification', () => {
    expect(alert({ popup: true, desktop: false }).desktop).toBe(false);
    expect(alert({ popup: true, desktop: true }, { conf: { ...CONF, desktop: false } }).desktop).toBe(true);
  });
});

it('plays the most urgent sound of several notices', () => {
  expect(moreUrgent(null, null)).toBeNull();
  expect(moreUrgent('normal', null)).toBe('normal');
  expect(moreUrgent('critical', 'chime')).toBe('critical');
  expect(moreUrgent('normal', 'chime')).toBe('chime');
});
