import type { Notice } from '@wakeline/contract/entities/notice';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';

/** Notice types that are highlighted as emergencies. */
const CRITICAL_TYPES: ReadonlySet<NoticeType> = new Set(['SOS', 'EMERGENCY', 'TEARDOWN', 'OUTAGE']);

/** Whether the notice type is an emergency. */
export function isCritical(type: NoticeType): boolean {
  return CRITICAL_TYPES.has(type);
}

/** The content of these repeats their type and name; the others contain a value or a text. */
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
 * Text displayed in addition to the type and the device name; null: none. For a removed device, only the content says
 * so.
 */
export function getNoticeDetail({
  msgType,
  content,
  trackerName,
}: Pick<Notice, 'msgType' | 'content' | 'trackerName'>): string | null {
  return TYPES_WITHOUT_DETAIL.has(msgType) && trackerName !== '' ? null : content;
}

/** Key of a notice's pop-up, used to close it. */
export function toNoticeKey(messageId: number): string {
  return `notice-${messageId}`;
}
