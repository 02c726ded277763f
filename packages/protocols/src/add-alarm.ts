import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { ReportDraft } from './report-draft.ts';

/** Adds an alarm once: status bits often repeat the alarm of a message. */
export function addAlarm({ alarms }: ReportDraft, alarm: NoticeType): void {
  if (!alarms.includes(alarm)) alarms.push(alarm);
}
