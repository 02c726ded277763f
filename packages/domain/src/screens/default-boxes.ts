import { type BoxKind, type BoxOptions, DEFAULT_OPTIONS, type ScreenKind } from './box-kinds.ts';
import type { BoxPlace } from './screen-grid.ts';

interface DefaultBox extends BoxPlace {
  readonly boxId: number;
  readonly kind: BoxKind;
  readonly options: BoxOptions;
}

type Line = readonly [
  kind: BoxKind,
  place: readonly [number, number, number, number],
  options?: Partial<BoxOptions>,
];

const LINES: Readonly<Record<ScreenKind, readonly Line[]>> = {
  dashboard: [
    ['figures', [0, 0, 24, 2]],
    ['attention', [0, 2, 8, 5]],
    // The camera of a page that somebody works with stays theirs.
    ['map', [8, 2, 10, 5], { followAlarms: false }],
    ['fleet', [18, 2, 6, 5]],
    ['trend', [0, 7, 8, 5], { trend: 'mileage', trendDays: 7 }],
    ['trend', [8, 7, 8, 5], { trend: 'alarms', trendDays: 7 }],
    ['ranking', [16, 7, 8, 5], { ranking: 'mileage', rankingDays: 7 }],
  ],
  visual: [
    ['figures', [0, 0, 24, 2]],
    ['fleet', [0, 2, 6, 3]],
    ['onlineRate', [0, 5, 6, 3]],
    ['trend', [0, 8, 6, 4], { trend: 'mileage', trendDays: 7 }],
    ['map', [6, 2, 12, 10]],
    ['newestAlarms', [18, 2, 6, 5]],
    ['ranking', [18, 7, 6, 5], { ranking: 'mileage', rankingDays: 1 }],
  ],
  data: [
    ['figures', [0, 0, 24, 2]],
    ['trend', [0, 2, 8, 5], { trend: 'mileage', trendDays: 30 }],
    ['trend', [8, 2, 8, 5], { trend: 'online', trendDays: 1 }],
    ['trend', [16, 2, 8, 5], { trend: 'alarms', trendDays: 30 }],
    ['deviceTable', [0, 7, 12, 5]],
    ['ranking', [12, 7, 6, 5], { ranking: 'mileage', rankingDays: 30 }],
    ['newestAlarms', [18, 7, 6, 5]],
  ],
};

/** The boxes of a page that nobody has arranged. */
export const DEFAULT_BOXES: Readonly<Record<ScreenKind, readonly DefaultBox[]>> = {
  dashboard: boxesOf('dashboard'),
  visual: boxesOf('visual'),
  data: boxesOf('data'),
};

function boxesOf(kind: ScreenKind): readonly DefaultBox[] {
  return LINES[kind].map(([boxKind, [x, y, width, height], options], index) => ({
    boxId: index + 1,
    kind: boxKind,
    options: { ...DEFAULT_OPTIONS, ...options },
    ...{ x, y, width, height },
  }));
}
