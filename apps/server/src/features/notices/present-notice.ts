import type { Notice } from '@wakeline/contract/entities/notice';
import type { Language } from '@wakeline/contract/entities/user-config';
import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import { GENERIC_ICON } from '@wakeline/domain/devices/device-icon';
import { toNoticeHandling } from '../../alarms/handling.ts';
import type { NoticePayload } from '../../db/schema.ts';
import { fileIdOf } from '../../files/stored-picture.ts';
import { formatLocalTime } from '../../local-time.ts';
import type { Addresses, GetAddress } from '../../places/addresses.ts';
import { contentOf, type NoticeDetails } from './notice-texts.ts';
import { canReadFenceName } from './notices.policy.ts';
import type { NoticeReader, NoticeRow } from './select-notices.ts';

/** Notices of one reader, with their addresses. */
export async function presentNotices(
  rows: readonly NoticeRow[],
  reader: NoticeReader,
  addresses: Addresses,
): Promise<Notice[]> {
  await preloadAddresses(rows, reader.language, addresses);
  return rows.map((row) => presentNotice(row, reader, addresses.getImmediate));
}

/** Loads the stored addresses of the notices' coordinates into the cache, so that they are available immediately. */
export async function preloadAddresses(
  rows: readonly NoticeRow[],
  language: Language,
  addresses: Addresses,
): Promise<void> {
  const coordinates = rows.flatMap(({ payload: { latitude, longitude } }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  );
  if (coordinates.length > 0) await addresses.preload(coordinates, language);
}

/** Name of a built-in icon. A notice cannot carry an uploaded icon, so devices with one get the generic icon. */
function toIconName(stored: string): string {
  return fileIdOf(stored) === null ? stored : GENERIC_ICON;
}

/** Details of a notice that the reader is allowed to see. */
function visibleDetails(
  reader: Pick<NoticeReader, 'groupIds'>,
  { fence, ...details }: NoticePayload,
): NoticeDetails {
  const isFenceVisible = fence !== undefined && canReadFenceName(reader, fence.groupId);
  return isFenceVisible ? { ...details, fence } : details;
}

/** A notice in the reader's language and units and the account's time zone, with its address. */
export function presentNotice(
  row: NoticeRow,
  reader: Pick<NoticeReader, 'language' | 'units' | 'timeZone' | 'groupIds'>,
  addressOf: GetAddress,
): Notice {
  const { language, timeZone } = reader;
  const { payload } = row;
  const createTime = row.created_at.getTime();
  const { latitude, longitude } = payload;
  return {
    messageId: row.seq,
    title: NOTICE_TITLES[language][payload.noticeType],
    content: contentOf(visibleDetails(reader, payload), row.name, reader),
    trackerId: row.tracker_id,
    trackerName: row.name ?? '',
    imei: row.imei ?? '',
    iconUrl: toIconName(row.icon_url ?? ''),
    msgType: payload.noticeType,
    createTime,
    createTimeStr: formatLocalTime(createTime, timeZone),
    eventTime: payload.time,
    eventTimeStr: formatLocalTime(payload.time, timeZone),
    location: latitude === null || longitude === null ? null : { latitude, longitude },
    address: latitude === null || longitude === null ? '' : addressOf(latitude, longitude, language),
    recordingId: payload.recordingId ?? null,
    satelliteMessageId: payload.satelliteMessage?.messageId ?? null,
    isRead: row.is_read ? 'READ' : 'UNREAD',
    ruleId: payload.rule?.ruleId ?? null,
    taskId: payload.task?.taskId ?? null,
    handling: toNoticeHandling(payload, row),
  };
}
