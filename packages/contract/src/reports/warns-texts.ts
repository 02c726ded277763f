import type { AlarmLevel } from '@wakeline/domain/notices/alarm-level';
import type { Language } from '../entities/user-config.ts';

export const ALARM_LEVEL_TEXTS: Readonly<Record<Language, Readonly<Record<AlarmLevel, string>>>> = {
  zh_CN: { urgent: '紧急', alarm: '报警', info: '提醒' },
  en_US: { urgent: 'Urgent', alarm: 'Alarm', info: 'Info' },
};

/** Columns of the alarm reports that are defined. */
export const WARN_FIGURES = [
  'alarm',
  'time',
  'level',
  'speed',
  'duration',
  'handling',
  'read',
  'count',
] as const;
export type WarnFigure = (typeof WARN_FIGURES)[number];

/** Names of the columns and how they are found, for the console and for files that the server writes. */
export const WARN_FIGURE_TEXTS: Readonly<
  Record<Language, Readonly<Record<WarnFigure, { readonly name: string; readonly definition: string }>>>
> = {
  zh_CN: {
    alarm: {
      name: '报警',
      definition:
        '来自设备事件历史（保存期限与位置相同）：设备上报的报警、低电量、离线、进出围栏（围栏的通知设置包含该方向）、规则和任务触发的报警。持续上报的同一报警只记一次。',
    },
    time: { name: '报警时间', definition: '报警开始的时间；离线为服务器判定的时间。' },
    level: {
      name: '级别',
      definition: '紧急：SOS、航空器紧急情况；提醒：打卡、报平安等正常业务；报警：其他。',
    },
    speed: { name: '速度', definition: '报警前 10 分钟内最后一个定位点的速度；没有时为空。' },
    duration: {
      name: '持续时长',
      definition: 'SOS 到解除、离线到恢复在线、进入围栏到离开围栏的时间。未结束或没有结束事件的报警为空。',
    },
    handling: { name: '处理状态', definition: '报警通知的处理状态、处理人、处理时间和最后一条备注。' },
    read: { name: '已读', definition: '您是否已读对应的通知。通知保存 7 天，之后为空。' },
    count: { name: '报警次数', definition: '在该时段内开始的报警，按账号时区的日期和小时统计。' },
  },
  en_US: {
    alarm: {
      name: 'Alarm',
      definition:
        'From the history of events, which is kept as long as positions: alarms of the device, low battery, offline, entries and exits of fences that notify of them, and alarms of rules and tasks. An alarm that a device repeats counts once.',
    },
    time: {
      name: 'Time',
      definition: 'When the alarm began; when the server found that a device is offline.',
    },
    level: {
      name: 'Level',
      definition:
        'Urgent: SOS and aircraft emergencies. Info: normal operation, as check-ins. Alarm: all others.',
    },
    speed: {
      name: 'Speed',
      definition: 'Speed of the last fix in the 10 minutes before the alarm. Empty if there is none.',
    },
    duration: {
      name: 'Duration',
      definition:
        'Until an SOS was cleared, a device came online, a fence was left. Empty if it goes on, or if its end is not reported.',
    },
    handling: {
      name: 'Handling',
      definition: 'State, owner and time of the handling of its notification, and the last comment.',
    },
    read: {
      name: 'Read',
      definition:
        'Whether you have read its notification. Notifications are kept for 7 days; then it is empty.',
    },
    count: {
      name: 'Alarms',
      definition: "Alarms that began in the period, by days and hours of the account's time zone.",
    },
  },
};
