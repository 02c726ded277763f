import type { RuleForm } from '@wakeline/contract/notices/rules';

export type DemoRule = Pick<RuleForm, 'ruleName' | 'condition' | 'schedule'> & {
  /** The rule applies to devices of this group; null: to all. */
  readonly group: string | null;
};

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** Rules of a harbour and of vehicles. */
export function createRules(harbour: string, vehicles: string): readonly DemoRule[] {
  return [
    {
      ruleName: '港内限速 Port speed limit',
      group: harbour,
      condition: { type: 'overspeed', limit: 30, seconds: 10, area: null },
      schedule: null,
    },
    {
      ruleName: '车辆限速 Vehicle speed limit',
      group: vehicles,
      condition: { type: 'overspeed', limit: 70, seconds: 10, area: null },
      schedule: null,
    },
    {
      ruleName: '夜间车辆移动 Vehicle moves at night',
      group: vehicles,
      condition: { type: 'started' },
      schedule: [{ weekdays: EVERY_DAY, from: 22 * 60, to: 6 * 60 }],
    },
    {
      ruleName: '长时间停留 Long stay',
      group: harbour,
      condition: { type: 'stay', minutes: 45 },
      schedule: null,
    },
    {
      ruleName: '电量低 Low battery',
      group: null,
      condition: { type: 'lowBattery', percent: 15, recovered: 40 },
      schedule: null,
    },
    {
      ruleName: '晨间未上报 No report in the morning',
      group: vehicles,
      condition: { type: 'noData', times: [8 * 60], graceMinutes: 30 },
      schedule: [{ weekdays: [1, 2, 3, 4, 5], from: 0, to: 24 * 60 }],
    },
  ];
}
