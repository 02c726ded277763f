import type { Rule } from '@wakeline/contract/notices/rules';
import { describe, expect, test } from 'vitest';
import { isOvernight, RULE_TYPES, toDraft, toPayload } from './rule-draft.ts';

const RULE: Rule = {
  ruleId: 1,
  ruleName: 'Night',
  condition: { type: 'started' },
  appliesTo: 'all',
  groupIds: [],
  trackerIds: [],
  schedule: null,
  enabled: true,
  problem: null,
  abilities: { edit: true, remove: true },
};

const CONDITIONS: readonly Rule['condition'][] = [
  { type: 'overspeed', limit: 80, seconds: 30, area: null },
  { type: 'overspeed', limit: 120.5, seconds: 0, area: { kind: 'fence', fenceId: 4 } },
  { type: 'overspeed', limit: 30, seconds: 0, area: { kind: 'route', routeId: 4, metres: 60 } },
  { type: 'fence', fenceIds: null, direction: 'IN', dwellMinutes: 15 },
  { type: 'fence', fenceIds: [3, 4], direction: 'OUT', dwellMinutes: 0 },
  { type: 'deviation', routeId: 5, metres: 150 },
  { type: 'shift', metres: 300 },
  { type: 'stay', minutes: 20 },
  { type: 'idling', minutes: 21 },
  { type: 'offline', minutes: 22 },
  { type: 'noData', times: [0, 510, 1_439], graceMinutes: 5 },
  { type: 'lowBattery', percent: 10, recovered: 30 },
  { type: 'deviceAlarm', alarms: ['OUTAGE', 'TEARDOWN'] },
  { type: 'started' },
  { type: 'stopped' },
  { type: 'climb', metres: 50, minutes: 2, direction: 'DOWN' },
  { type: 'clockIn', labelPointId: 6, metres: 70 },
  { type: 'safe', labelPointId: 7, metres: 80 },
];

describe('the draft of a rule', () => {
  test('has an example of every type here', () => {
    expect(new Set(CONDITIONS.map(({ type }) => type))).toEqual(new Set(RULE_TYPES));
  });

  test.each(CONDITIONS)('is the same rule again: %j', (condition) => {
    const { condition: sent } = toPayload(toDraft({ ...RULE, condition }, 1, 'all'), 1);
    expect(sent).toEqual(condition);
  });

  test('has speeds in knots', () => {
    // 20 knots are 37.04 km/h.
    const condition = { type: 'overspeed', limit: 37.04, seconds: 30, area: null } as const;
    const draft = toDraft({ ...RULE, condition }, 2, 'all');
    expect(draft.limit).toBe(20);
    expect(toPayload(draft, 2).condition).toEqual(condition);
  });

  test('has times of day; midnight ends the same day', () => {
    const schedule = [
      { weekdays: [1], from: 0, to: 1_440 },
      { weekdays: [0, 6], from: 1_320, to: 360 },
    ];
    const draft = toDraft({ ...RULE, schedule }, 1, 'all');
    expect(draft.windows).toEqual([
      { weekdays: [1], from: '00:00', to: '00:00' },
      { weekdays: [0, 6], from: '22:00', to: '06:00' },
    ]);
    expect(draft.windows.map(isOvernight)).toEqual([false, true]);
    expect(toPayload(draft, 1).schedule).toEqual(schedule);
  });

  test('omits the targets of another kind', () => {
    const draft = { ...toDraft(null, 1, 'groups'), ruleName: ' Night ', groupIds: [2], trackerIds: [3] };
    expect(toPayload(draft, 1)).toMatchObject({ ruleName: 'Night', groupIds: [2], trackerIds: [] });
    expect(toPayload({ ...draft, appliesTo: 'trackers' }, 1)).toMatchObject({
      groupIds: [],
      trackerIds: [3],
    });
  });
});
