import type { Language } from '@wakeline/contract/entities/user-config';
import type { TaskConditionType } from '@wakeline/domain/rules/watch-task';

/**
 * What a notice of a task says after the tracker's name. `{value}` and `{limit}` are in the unit of the condition, speeds in
 * that of the reader.
 */
export const TASK_TEXTS: Readonly<Record<Language, Readonly<Record<TaskConditionType, string>>>> = {
  zh_CN: {
    heightAbove: '高度 {value} 米，高于 {limit} 米',
    heightBelow: '高度 {value} 米，低于 {limit} 米',
    speedAbove: '速度 {value}，高于 {limit}',
    speedBelow: '速度 {value}，低于 {limit}',
    climb: '爬升率 {value} m/s，大于 {limit} m/s',
    descent: '下降率 {value} m/s，大于 {limit} m/s',
    distance: '距离指定点 {value} 米，超过 {limit} 米',
    battery: '电量 {value}%，不高于 {limit}%',
    inactivity: '已 {value} 分钟无上报',
    stayInside: '离开区域“{fence}”',
    stayOutside: '进入区域“{fence}”',
    shift: '已移动 {value} 米，超出位移范围 {limit} 米',
  },
  en_US: {
    heightAbove: 'is at {value} m, above {limit} m',
    heightBelow: 'is at {value} m, below {limit} m',
    speedAbove: 'is faster than {limit} ({value})',
    speedBelow: 'is slower than {limit} ({value})',
    climb: 'climbs at {value} m/s, more than {limit} m/s',
    descent: 'descends at {value} m/s, more than {limit} m/s',
    distance: 'is {value} m from the point, more than {limit} m',
    battery: 'has {value}% battery, {limit}% or less',
    inactivity: 'has not reported for {value} min',
    stayInside: 'left area “{fence}”',
    stayOutside: 'entered area “{fence}”',
    shift: 'moved {value} m, out of its range of {limit} m',
  },
};

/** The same without the name of the area, which not every reader may see. */
export const TASK_AREA_TEXTS: Readonly<
  Record<Language, Readonly<Partial<Record<TaskConditionType, string>>>>
> = {
  zh_CN: { stayInside: '离开区域', stayOutside: '进入区域' },
  en_US: { stayInside: 'left its area', stayOutside: 'entered an area' },
};
