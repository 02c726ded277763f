import type { AlarmReason, AlarmState, AlarmStep } from '@wakeline/domain/notices/alarm-handling';
import type { Language } from '../entities/user-config.ts';

/** Texts of the handling of alarms, for exported sheets and the console. */
export const ALARM_STATE_TEXTS: Readonly<Record<Language, Readonly<Record<AlarmState, string>>>> = {
  zh_CN: { open: '待处理', acknowledged: '处理中', resolved: '已解决' },
  en_US: { open: 'Open', acknowledged: 'Acknowledged', resolved: 'Resolved' },
};

export const ALARM_REASON_TEXTS: Readonly<Record<Language, Readonly<Record<AlarmReason, string>>>> = {
  zh_CN: {
    handled: '已处理',
    falseAlarm: '误报',
    test: '测试',
    duplicate: '重复报警',
    other: '其他',
    sosCleared: 'SOS 已解除',
    reportsAgain: '已恢复上报',
  },
  en_US: {
    handled: 'Handled',
    falseAlarm: 'False alarm',
    test: 'Test',
    duplicate: 'Duplicate',
    other: 'Other',
    sosCleared: 'SOS lifted',
    reportsAgain: 'Reports again',
  },
};

export const ALARM_STEP_TEXTS: Readonly<Record<Language, Readonly<Record<AlarmStep, string>>>> = {
  zh_CN: {
    acknowledge: '受理',
    takeOver: '接管',
    comment: '备注',
    resolve: '解决',
    reopen: '重新打开',
  },
  en_US: {
    acknowledge: 'Acknowledged',
    takeOver: 'Taken over',
    comment: 'Comment',
    resolve: 'Resolved',
    reopen: 'Reopened',
  },
};
