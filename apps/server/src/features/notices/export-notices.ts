import type { Language } from '@wakeline/contract/entities/user-config';
import { ALARM_REASON_TEXTS, ALARM_STATE_TEXTS } from '@wakeline/contract/notices/alarm-texts';
import { exportMessageListExcel } from '@wakeline/contract/notices/notices';
import type { WrittenCell } from '@wakeline/formats/spreadsheets/written-sheet';
import { createUtcToLocal } from '@wakeline/formats/tracks/zone-time';
import type { TaskWorker } from '../../tasks/kinds.ts';
import type { ExportNoticesSubject } from './export-notices.task.ts';
import { countNotices, readNoticesBefore } from './notices.queries.ts';
import { presentNotice } from './present-notice.ts';
import type { NoticeReader, NoticeRow } from './select-notices.ts';
import { type SheetDependencies, type SheetHeading, writeSheetOf } from './write-sheet.ts';

const NAME: Readonly<Record<Language, string>> = { zh_CN: '通知记录', en_US: 'Notifications' };
const HEADINGS: readonly SheetHeading[] = [
  [{ zh_CN: '类型', en_US: 'Type' }, 'text'],
  [{ zh_CN: '设备名称', en_US: 'Device' }, 'text'],
  [{ zh_CN: 'IMEI', en_US: 'IMEI' }, 'text'],
  [{ zh_CN: '内容', en_US: 'Content' }, 'text'],
  [{ zh_CN: '时间', en_US: 'Time' }, 'date'],
  [{ zh_CN: '发生时间', en_US: 'Event time' }, 'date'],
  [{ zh_CN: '纬度', en_US: 'Latitude' }, 'text'],
  [{ zh_CN: '经度', en_US: 'Longitude' }, 'text'],
  [{ zh_CN: '阅读状态', en_US: 'Read' }, 'text'],
  [{ zh_CN: '处理状态', en_US: 'Handling' }, 'text'],
  [{ zh_CN: '处理人', en_US: 'Owner' }, 'text'],
  [{ zh_CN: '解决原因', en_US: 'Reason' }, 'text'],
  [{ zh_CN: '处理时间', en_US: 'Handled at' }, 'date'],
];
const READ_TEXTS = {
  zh_CN: { READ: '已读', UNREAD: '未读' },
  en_US: { READ: 'Read', UNREAD: 'Unread' },
} as const;

/** Writes the notices that the requester sees at run time to a sheet, page by page. */
export function exportNoticesWorker(dependencies: SheetDependencies): TaskWorker<ExportNoticesSubject> {
  const { db, clock } = dependencies;
  return {
    run: (run) =>
      writeSheetOf(dependencies, run, {
        name: NAME,
        headings: HEADINGS,
        access: exportMessageListExcel.access,
        count: (reader) => countNotices(db, reader, run.subject.filter, clock.now()),
        async readPage(reader, page) {
          const rows = await readNoticesBefore(db, reader, run.subject.filter, { ...page, now: clock.now() });
          const last = rows.at(-1);
          if (last === undefined) return null;
          return { rows: rows.map(createRowWriter(reader)), read: rows.length, before: last.seq };
        },
      }),
  };
}

function createRowWriter(reader: NoticeReader): (row: NoticeRow) => readonly WrittenCell[] {
  const { language, timeZone } = reader;
  const toLocal = createUtcToLocal(timeZone);
  return (row) => {
    const notice = presentNotice(row, reader, () => '');
    const { handling, location } = notice;
    const changedAt = handling?.changedAt ?? null;
    return [
      notice.title,
      notice.trackerName,
      notice.imei,
      notice.content,
      { localMs: toLocal(notice.createTime) },
      { localMs: toLocal(notice.eventTime) },
      location?.latitude ?? null,
      location?.longitude ?? null,
      READ_TEXTS[language][notice.isRead],
      handling === null ? null : ALARM_STATE_TEXTS[language][handling.state],
      handling?.owner ?? null,
      handling?.reason ? ALARM_REASON_TEXTS[language][handling.reason] : null,
      changedAt === null ? null : { localMs: toLocal(changedAt) },
    ];
  };
}
