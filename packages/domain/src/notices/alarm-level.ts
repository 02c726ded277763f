import { HANDLED_TYPES } from './alarm-handling.ts';
import { NOTICE_TYPES, type NoticeType } from './notice-type.ts';

/** `urgent`: a call for help; `alarm`: something may be wrong; `info`: normal operation. */
export const ALARM_LEVELS = ['urgent', 'alarm', 'info'] as const;
export type AlarmLevel = (typeof ALARM_LEVELS)[number];

const URGENT: readonly NoticeType[] = ['SOS', 'EMERGENCY'];

export function alarmLevelOf(type: NoticeType): AlarmLevel {
  if (URGENT.includes(type)) return 'urgent';
  return (HANDLED_TYPES as readonly NoticeType[]).includes(type) ? 'alarm' : 'info';
}

export function typesOfLevel(level: AlarmLevel): readonly NoticeType[] {
  return NOTICE_TYPES.filter((type) => alarmLevelOf(type) === level);
}
