import type { PayloadInput } from '@wakeline/contract/operation';
import type { saveScreen } from '@wakeline/contract/screens/screens';
import type { BoxKind, BoxOptions } from '@wakeline/domain/screens/box-kinds';

type ScreenForm = PayloadInput<typeof saveScreen>;
type Line = readonly [
  kind: BoxKind,
  place: readonly [number, number, number, number],
  options?: Partial<BoxOptions>,
];

/** The screen that the demo shares by a link. */
export const SHARED_SCREEN = '港区监控 Harbour watch';

/** A screen for the dispatchers of the harbour, and one of figures for the whole fleet. Null: there is no such group. */
export function createScreens(harbourId: number | null): readonly ScreenForm[] {
  return [
    {
      ...{ screenId: null, kind: 'visual', screenName: SHARED_SCREEN, settings: { theme: 'dark' } },
      boxes: boxesOf(harbourId, [
        [
          'figures',
          [0, 0, 24, 2],
          { figures: ['devices', 'online', 'running', 'stopped', 'sos', 'mileageToday'] },
        ],
        ['map', [0, 2, 12, 10]],
        ['attention', [12, 2, 6, 5]],
        ['newestAlarms', [18, 2, 6, 5]],
        ['trend', [12, 7, 6, 5], { trend: 'alarms', trendDays: 1 }],
        ['ranking', [18, 7, 6, 5], { ranking: 'alarms', rankingDays: 7 }],
      ]),
    },
    {
      ...{ screenId: null, kind: 'data', screenName: '车队数据 Fleet figures', settings: { theme: 'dark' } },
      boxes: boxesOf(null, [
        ['figures', [0, 0, 24, 2]],
        ['trend', [0, 2, 9, 5], { trend: 'mileage', trendDays: 7 }],
        ['trend', [9, 2, 9, 5], { trend: 'online', trendDays: 1 }],
        ['fleet', [18, 2, 6, 5], { fleetBy: 'group' }],
        ['deviceTable', [0, 7, 12, 5]],
        ['ranking', [12, 7, 6, 5], { ranking: 'stops', rankingDays: 1 }],
        ['ranking', [18, 7, 6, 3], { ranking: 'overspeeds', rankingDays: 7 }],
        [
          'text',
          [18, 10, 6, 2],
          { text: '08:00、20:00 交接班，请核对未处理报警\nHandover at 08:00 and 20:00: check open alarms' },
        ],
      ]),
    },
  ];
}

function boxesOf(groupId: number | null, lines: readonly Line[]): ScreenForm['boxes'] {
  return lines.map(([kind, [x, y, width, height], options], index) => ({
    ...{ boxId: index + 1, kind, groupId, x, y, width, height },
    options: (options ?? {}) as ScreenForm['boxes'][number]['options'],
  }));
}
