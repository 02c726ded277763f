import type { Notice } from '@wakeline/contract/entities/notice';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';

/** Notices that call for help stand out from those that only tell. */
const CRITICAL_TYPES: ReadonlySet<NoticeType> = new Set(['SOS', 'TEARDOWN', 'OUTAGE']);

/** Whether it calls for help. */
export function isCritical(type: NoticeType): boolean {
  return CRITICAL_TYPES.has(type);
}

/** What these say is their type and name once more; the others tell a figure or a text as well. */
const TYPES_WITHOUT_DETAIL: ReadonlySet<NoticeType> = new Set([
  'SOS',
  'VIBRATION',
  'CLOCK',
  'SAFE',
  'OUTAGE',
  'TEARDOWN',
  'RUNNING',
  'STOP',
  'OFFLINE',
  'RISE',
  'YAW',
]);

/**
 * What is to be said of a notice beside its type and the name of its device; null: nothing. A device that was
 * removed has no name any more, and only the sentence says so.
 */
export function getNoticeDetail({
  msgType,
  content,
  trackerName,
}: Pick<Notice, 'msgType' | 'content' | 'trackerName'>): string | null {
  return TYPES_WITHOUT_DETAIL.has(msgType) && trackerName !== '' ? null : content;
}

/** Key of a notice's pop-up, by which it is closed. */
export function toNoticeKey(messageId: number): string {
  return `notice-${messageId}`;
}
