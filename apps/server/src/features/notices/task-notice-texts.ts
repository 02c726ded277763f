import type { Language } from '@wakeline/contract/entities/user-config';
import type { TaskConditionType } from '@wakeline/domain/rules/watch-task';
import type { TaskEvidence } from '@wakeline/domain/tracker-state/tracker-state';
import { formatLocalTime } from '../../local-time.ts';
import { altitudeText, climbText, type QuantityReader, speedText } from './quantity-texts.ts';

/** What a text says of a notice of a task. */
export type TaskDetails = Pick<TaskEvidence, 'type' | 'value' | 'limit' | 'deviation' | 'reporting' | 'fix'>;

const MINUTE_MS = 60_000;

type ToText = (value: number, reader: QuantityReader) => string;
/** Conditions whose values are written in the units of the reader. */
const QUANTITIES: Readonly<Partial<Record<TaskConditionType, ToText>>> = {
  heightAbove: altitudeText,
  heightBelow: altitudeText,
  lineBelow: altitudeText,
  lineAbove: altitudeText,
  speedAbove: speedText,
  speedBelow: speedText,
  climb: climbText,
  descent: climbText,
};

/**
 * What a notice of a task says after the tracker's name. `{value}` and `{limit}` of heights, speeds and rates have their unit,
 * that of the reader; others are in the unit of the condition.
 */
const TASK_TEXTS: Readonly<Record<Language, Readonly<Record<TaskConditionType, string>>>> = {
  zh_CN: {
    heightAbove: '高度 {value}，高于 {limit}',
    heightBelow: '高度 {value}，低于 {limit}',
    speedAbove: '速度 {value}，高于 {limit}',
    speedBelow: '速度 {value}，低于 {limit}',
    climb: '爬升率 {value}，大于 {limit}',
    descent: '下降率 {value}，大于 {limit}',
    distance: '距离指定点 {value} 米，超过 {limit} 米',
    battery: '电量 {value}%，不高于 {limit}%',
    inactivity: '已 {value} 分钟无上报',
    line: '偏离航线 {value} 米（{side}），超过 {limit} 米',
    lineBelow: '高度 {value}，低于航线最低高度 {limit}',
    lineAbove: '高度 {value}，高于航线最高高度 {limit}',
    stayInside: '离开区域“{fence}”',
    stayOutside: '进入区域“{fence}”',
    shift: '已移动 {value} 米，超出位移范围 {limit} 米',
    silence: '飞行中，自 {since} 起无位置上报，情况不明 INCERFA',
    overdue: '航班逾期',
  },
  en_US: {
    heightAbove: 'is at {value}, above {limit}',
    heightBelow: 'is at {value}, below {limit}',
    speedAbove: 'is faster than {limit} ({value})',
    speedBelow: 'is slower than {limit} ({value})',
    climb: 'climbs at {value}, more than {limit}',
    descent: 'descends at {value}, more than {limit}',
    distance: 'is {value} m from the point, more than {limit} m',
    battery: 'has {value}% battery, {limit}% or less',
    inactivity: 'has not reported for {value} min',
    line: 'is {value} m {side} of the line, more than {limit} m',
    lineBelow: 'is at {value}, below the lowest height of the line, {limit}',
    lineAbove: 'is at {value}, above the highest height of the line, {limit}',
    stayInside: 'left area “{fence}”',
    stayOutside: 'entered area “{fence}”',
    shift: 'moved {value} m, out of its range of {limit} m',
    silence: 'is in flight, no position report since {since}, INCERFA',
    overdue: 'is overdue',
  },
};

/** When a device is back on its line. */
const BACK_TEXTS: Readonly<Record<Language, string>> = {
  zh_CN: '已回到航线，偏离 {minutes} 分钟，最远 {largest} 米',
  en_US: 'is back on the line after {minutes} min, at most {largest} m off',
};

/** When a silent aircraft sends positions again. */
const REPORTS_AGAIN_TEXTS: Readonly<Record<Language, string>> = {
  zh_CN: '已恢复上报，中断 {value} 分钟',
  en_US: 'reports again after {value} min',
};

const SIDES: Readonly<Record<Language, { readonly left: string; readonly right: string }>> = {
  zh_CN: { left: '左侧', right: '右侧' },
  en_US: { left: 'left', right: 'right' },
};

/** The same without the name of the area, which not every reader may see. */
const TASK_AREA_TEXTS: Readonly<Record<Language, Readonly<Partial<Record<TaskConditionType, string>>>>> = {
  zh_CN: { stayInside: '离开区域', stayOutside: '进入区域' },
  en_US: { stayInside: 'left its area', stayOutside: 'entered an area' },
};

/** The text of a notice of a task, and the one for readers who may not see its area. */
export function taskTemplate({ type, deviation, reporting }: TaskDetails, language: Language) {
  const template =
    deviation?.kind === 'back'
      ? BACK_TEXTS[language]
      : reporting?.kind === 'back'
        ? REPORTS_AGAIN_TEXTS[language]
        : TASK_TEXTS[language][type];
  return { template, fallback: TASK_AREA_TEXTS[language][type] ?? template };
}

/** What is written into the text. */
export function taskValues(
  { type, value, limit, deviation, reporting, fix }: TaskDetails,
  reader: QuantityReader & { readonly timeZone: string },
): Readonly<Record<string, string | null>> {
  const toText = QUANTITIES[type] ?? ((measured: number) => String(Math.round(measured)));
  return {
    value: value === null ? null : toText(value, reader),
    limit: limit === null ? null : toText(limit, reader),
    since: reporting === undefined ? null : formatLocalTime(reporting.since, reader.timeZone).slice(11, 16),
    ...(deviation !== undefined && {
      side: SIDES[reader.language][deviation.isLeft ? 'left' : 'right'],
      largest: String(deviation.largest),
      minutes: fix === null ? null : String(Math.round((fix.time - deviation.since) / MINUTE_MS)),
    }),
  };
}
