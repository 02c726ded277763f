import type { Language } from '../entities/user-config.ts';
import type { OverspeedRow } from './overspeeds.ts';

/** Columns of the overspeed report that are defined, in their order. */
export const OVERSPEED_FIGURES = [
  'start',
  'end',
  'duration',
  'limit',
  'maxSpeed',
  'excess',
  'averageSpeed',
  'metres',
  'share',
  'rule',
  'place',
  'notice',
] as const;
export type OverspeedFigure = (typeof OVERSPEED_FIGURES)[number];

interface FigureText {
  readonly name: string;
  readonly definition: string;
}

/** Names of the columns and how they are found, for the console and for files that the server writes. */
export const OVERSPEED_FIGURE_TEXTS: Readonly<
  Record<Language, Readonly<Record<OverspeedFigure, FigureText>>>
> = {
  zh_CN: {
    start: {
      name: '开始时间',
      definition:
        '第一个超过限速的定位点。超速计入开始的那一天；持续达到规则设定的秒数才计为一次超速，同时发出一次报警。',
    },
    end: {
      name: '结束时间',
      definition:
        '第一个低于限速 3 km/h 及以下（且不低于限速一半）的定位点，或离开规则区域的第一个定位点；超过 10 分钟没有定位、规则变更或失效时，取此前最后一个定位点。',
    },
    duration: { name: '时长', definition: '结束时间减开始时间；仍在超速的计至最后一个定位点。' },
    limit: { name: '限速', definition: '规则设定的限速。设备自行上报的超速不含限速，为空。' },
    maxSpeed: { name: '最高速度', definition: '超速期间定位点的最高速度及其时间。' },
    excess: { name: '超出', definition: '最高速度减限速。' },
    averageSpeed: { name: '平均速度', definition: '超速里程除以时长。' },
    metres: { name: '超速里程', definition: '从开始到结束的里程，与设备里程算法相同。' },
    share: {
      name: '超速比例',
      definition:
        '时长除以该设备开始当日的运行时长；合计为总时长除以所有设备在统计时间内的运行时长。多条规则同时超速会分别计入。',
    },
    rule: {
      name: '规则',
      definition: '发现超速的报警规则，或“设备上报”。没有规则且设备不上报超速时没有记录。',
    },
    place: { name: '围栏/路线', definition: '限速适用的围栏或路线；围栏为当时的名称。为空表示任何位置。' },
    notice: {
      name: '报警',
      definition:
        '已发出及其处理状态和处理人；“补传未报警”表示定位晚于 30 分钟才收到；“未报警”表示该类报警由其他规则决定，当时不在其时段内。',
    },
  },
  en_US: {
    start: {
      name: 'Start',
      definition:
        'The first fix above the limit. An overspeed belongs to the day of its start. It counts, with one notice, once it has lasted for the seconds of the rule.',
    },
    end: {
      name: 'End',
      definition:
        'The first fix 3 km/h or more below the limit (at least at half of it), or outside of the area of the rule. If no fix comes for 10 minutes, or the rule changes or ends, the last fix before.',
    },
    duration: { name: 'Duration', definition: 'From start to end; of one that goes on, up to the last fix.' },
    limit: { name: 'Limit', definition: 'Of the rule. Alarms of devices do not contain one.' },
    maxSpeed: { name: 'Highest speed', definition: 'Of the fixes in the overspeed, with its time.' },
    excess: { name: 'Excess', definition: 'Highest speed minus limit.' },
    averageSpeed: { name: 'Average speed', definition: 'Distance by duration.' },
    metres: { name: 'Distance', definition: 'Mileage from start to end.' },
    share: {
      name: 'Share',
      definition:
        'Duration by the running time of the device on the day of the start. In the sums: by the running time of all devices in the period. If several rules apply at once, each counts.',
    },
    rule: {
      name: 'Rule',
      definition:
        'The alarm rule that found it, or "reported by the device". Without a rule, and without alarms of the device, there are no records.',
    },
    place: {
      name: 'Fence or route',
      definition: 'Where the limit applies; a fence has its name at that time. Empty: everywhere.',
    },
    notice: {
      name: 'Notice',
      definition:
        'Sent, with who handles the alarm. "Too late": received more than 30 minutes after its time. "None": a rule decides on alarms of devices, and it was outside of its hours.',
    },
  },
};

/** Where an overspeed without a rule comes from. */
export const OVERSPEED_DEVICE_TEXTS: Readonly<Record<Language, string>> = {
  zh_CN: '设备上报',
  en_US: 'Reported by the device',
};

/** What became of the notice. */
export const OVERSPEED_NOTICE_TEXTS: Readonly<
  Record<Language, Readonly<Record<OverspeedRow['notice'], string>>>
> = {
  zh_CN: { sent: '已报警', late: '补传未报警', none: '未报警' },
  en_US: { sent: 'Sent', late: 'Too late', none: 'None' },
};

/** The handling of its alarm. */
export const OVERSPEED_HANDLING_TEXTS: Readonly<
  Record<Language, Readonly<Record<NonNullable<OverspeedRow['handling']>['state'], string>>>
> = {
  zh_CN: { open: '待处理', acknowledged: '处理中', resolved: '已处理' },
  en_US: { open: 'Open', acknowledged: 'Acknowledged', resolved: 'Resolved' },
};
