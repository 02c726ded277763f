import type { Language } from '../entities/user-config.ts';
import type { FenceVisitGrouping } from './fence-visits.ts';

/** Columns of the visits that are defined, in their order. */
export const FENCE_VISIT_FIGURES = [
  'fence',
  'entry',
  'exit',
  'duration',
  'metres',
  'passed',
  'delay',
] as const;
export type FenceVisitFigure = (typeof FENCE_VISIT_FIGURES)[number];

/** Columns of their sums that are defined, in their order. */
export const FENCE_VISIT_SUM_FIGURES = [
  'visits',
  'entries',
  'exits',
  'time',
  'first',
  'last',
  'distance',
] as const;
export type FenceVisitSumFigure = (typeof FENCE_VISIT_SUM_FIGURES)[number];

interface FigureText {
  readonly name: string;
  readonly definition: string;
}

/** Names of the columns and how they are found, for the console and for files that the server writes. */
export const FENCE_VISIT_FIGURE_TEXTS: Readonly<
  Record<Language, Readonly<Record<FenceVisitFigure | FenceVisitSumFigure, FigureText>>>
> = {
  zh_CN: {
    fence: { name: '围栏', definition: '当时的围栏名称；已删除的围栏也保留其记录。' },
    entry: {
      name: '进入时间',
      definition:
        '越过围栏边界的时间，与进入围栏的报警相同。“已在围栏内”：围栏开始生效时设备已在其中，没有进入记录。',
    },
    exit: {
      name: '离开时间',
      definition:
        '越过边界离开的时间。“仍在围栏内”：计至最后一个定位点。“围栏已变更”：围栏被删除、修改或不再适用于该设备，没有离开记录。',
    },
    duration: { name: '停留时长', definition: '从进入到离开的完整时长。' },
    metres: {
      name: '围栏内里程',
      definition: '从边界到边界的里程，与设备里程算法相同；迟到的定位点不改变它。',
    },
    passed: { name: '穿越', definition: '在两个相邻定位点之间穿过围栏，围栏内没有定位点。' },
    delay: {
      name: '判定延迟',
      definition:
        '从越过边界到判定的定位点之间的时间（进入 / 离开），取决于上报间隔和围栏的停留秒数、离开距离。',
    },
    visits: { name: '次数', definition: '有一部分在统计时间内的停留；跨越零点的停留在每一天都计入。' },
    entries: { name: '进入', definition: '统计时间内的进入次数，与运行总览相同。' },
    exits: { name: '离开', definition: '统计时间内的离开次数，与运行总览相同。' },
    time: { name: '总时长', definition: '在统计时间内的部分之和；同时在多个围栏内时分别计入。' },
    first: { name: '首次', definition: '统计时间内第一次在围栏内的时间。' },
    last: { name: '末次', definition: '统计时间内最后一次在围栏内的时间。' },
    distance: { name: '里程', definition: '在统计时间内的部分之和；跨零点的一段计入后一天。' },
  },
  en_US: {
    fence: { name: 'Fence', definition: 'With its name at that time. Records of deleted fences stay.' },
    entry: {
      name: 'Entry',
      definition:
        'When the edge was crossed, as in the notice. "Already inside": the device was inside when the fence started to apply, so there is no entry.',
    },
    exit: {
      name: 'Exit',
      definition:
        'When the edge was crossed again. "Still inside": up to the last fix. "Fence changed": it was deleted, has another shape or no longer applies to the device, so there is no exit.',
    },
    duration: { name: 'Duration', definition: 'Complete, from entry to exit.' },
    metres: {
      name: 'Distance within',
      definition: 'Mileage from edge to edge. Positions that arrive late do not change it.',
    },
    passed: {
      name: 'Passed through',
      definition: 'The fence was crossed between two fixes: none was inside.',
    },
    delay: {
      name: 'Detection delay',
      definition:
        'From the edge to the fix with which the crossing counted, of entry and exit. It depends on the interval of reports, and on dwell time and exit buffer of the fence.',
    },
    visits: {
      name: 'Visits',
      definition: 'Of which a part is in the period. One across midnight counts on each of its days.',
    },
    entries: { name: 'Entries', definition: 'In the period, as in the operation overview.' },
    exits: { name: 'Exits', definition: 'In the period, as in the operation overview.' },
    time: {
      name: 'Total time',
      definition: 'Of the parts in the period. Time in several fences at once counts in each.',
    },
    first: { name: 'First', definition: 'When a device was inside for the first time in the period.' },
    last: { name: 'Last', definition: 'When a device was inside for the last time in the period.' },
    distance: {
      name: 'Distance',
      definition: 'Of the parts in the period. A segment across midnight belongs to the later day.',
    },
  },
};

/** What a row of the sums is about. */
export const FENCE_VISIT_GROUPING_TEXTS: Readonly<
  Record<Language, Readonly<Record<FenceVisitGrouping, string>>>
> = {
  zh_CN: { fence: '按围栏', device: '按设备', group: '按分组', day: '按日', week: '按周', month: '按月' },
  en_US: {
    fence: 'By fence',
    device: 'By device',
    group: 'By group',
    day: 'By day',
    week: 'By week',
    month: 'By month',
  },
};

/** The ends of a visit that are not crossings. */
export const FENCE_VISIT_END_TEXTS: Readonly<
  Record<Language, Readonly<Record<'alreadyInside' | 'stillInside' | 'changed', string>>>
> = {
  zh_CN: { alreadyInside: '已在围栏内', stillInside: '仍在围栏内', changed: '围栏已变更' },
  en_US: { alreadyInside: 'Already inside', stillInside: 'Still inside', changed: 'Fence changed' },
};
