import type { Language } from '@wakeline/contract/entities/user-config';
import { ALARM_REASON_TEXTS, ALARM_STATE_TEXTS } from '@wakeline/contract/notices/alarm-texts';
import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import type { NoticeReportFilter } from '@wakeline/contract/notices/notices';
import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { readPagesBefore } from '../../db/read-pages.ts';
import type { Caller } from '../../identity/caller.ts';
import { formatLocalTime } from '../../local-time.ts';
import {
  instantColumn,
  numberColumn,
  type ReportColumn,
  sameText,
  textColumn,
} from '../../report-files/report-columns.ts';
import {
  type AboutLine,
  openReport,
  type ReportDefinition,
  type ReportPage,
} from '../../report-files/report-definition.ts';
import { windowOf } from '../../reports/report-days.ts';
import { devicesOfReport } from '../../reports/report-devices.ts';
import { presentNotice } from './present-notice.ts';
import { NOTICE_TTL_MS, selectNotices, withTracker } from './select-notices.ts';

/** Notices that are read together. */
const PAGE_SIZE = 500;

const TEXTS = {
  zh_CN: {
    types: '类型',
    read: '阅读状态',
    handling: '处理状态',
    tasks: '限定的任务数',
    owner: '限定为一位处理人',
    yes: '是',
    since: '通知保存 7 天，起始时间',
    separator: '、',
  },
  en_US: {
    types: 'Types',
    read: 'Read',
    handling: 'Handling',
    tasks: 'Tasks to which it is limited',
    owner: 'Limited to an owner',
    yes: 'yes',
    since: 'Notifications are kept for 7 days, since',
    separator: ', ',
  },
} as const satisfies Record<Language, object>;

const READ_TEXTS = {
  zh_CN: { READ: '已读', UNREAD: '未读' },
  en_US: { READ: 'Read', UNREAD: 'Unread' },
} as const;

const DEGREES = sameText('°');
const SECONDARY = { isSecondary: true };

type Row = ReturnType<typeof presentNotice>;

const COLUMNS: readonly ReportColumn<Row>[] = [
  textColumn({ zh_CN: '类型', en_US: 'Type' }, ({ title }) => title, { width: 18 }),
  textColumn({ zh_CN: '设备名称', en_US: 'Device' }, ({ trackerName }) => trackerName, { width: 28 }),
  textColumn(sameText('IMEI'), ({ imei }) => imei, { width: 20, ...SECONDARY }),
  textColumn({ zh_CN: '内容', en_US: 'Content' }, ({ content }) => content, { width: 48 }),
  instantColumn({ zh_CN: '时间', en_US: 'Time' }, ({ createTime }) => createTime),
  instantColumn({ zh_CN: '发生时间', en_US: 'Event time' }, ({ eventTime }) => eventTime, SECONDARY),
  numberColumn({ zh_CN: '纬度', en_US: 'Latitude' }, DEGREES, ({ location }) => location?.latitude ?? null, {
    ...{ digits: 7, ...SECONDARY },
  }),
  numberColumn(
    { zh_CN: '经度', en_US: 'Longitude' },
    DEGREES,
    ({ location }) => location?.longitude ?? null,
    { digits: 7, ...SECONDARY },
  ),
  textColumn({ zh_CN: '阅读状态', en_US: 'Read' }, ({ isRead }, language) => READ_TEXTS[language][isRead], {
    width: 10,
  }),
  textColumn(
    { zh_CN: '处理状态', en_US: 'Handling' },
    ({ handling }, language) => (handling === null ? null : ALARM_STATE_TEXTS[language][handling.state]),
    { width: 12 },
  ),
  textColumn({ zh_CN: '处理人', en_US: 'Owner' }, ({ handling }) => handling?.owner ?? null, { width: 16 }),
  textColumn(
    { zh_CN: '解决原因', en_US: 'Reason' },
    ({ handling }, language) => (handling?.reason ? ALARM_REASON_TEXTS[language][handling.reason] : null),
    { width: 16 },
  ),
  instantColumn({ zh_CN: '处理时间', en_US: 'Handled at' }, ({ handling }) => handling?.changedAt ?? null),
];

/** The notices that a user sees, newest first. */
export const noticeReport: ReportDefinition<'notices'> = {
  async open({ tx, reader, now }, filter) {
    const query = await findNotices(tx, reader, filter, now);
    const { total } = await query
      .select((count) => count.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const readPage = (before: number | null) =>
      withTracker(before === null ? query : query.where('log.seq', '<', before))
        .orderBy('log.seq', 'desc')
        .limit(PAGE_SIZE)
        .execute();
    async function* pages(): AsyncGenerator<ReportPage<Row>> {
      for await (const rows of readPagesBefore(readPage, ({ seq }) => seq))
        yield { rows: rows.map((row) => presentNotice(row, reader, () => '')), total: Number(total) };
    }
    return openReport<Row>({
      columns: COLUMNS,
      pages,
      sums: null,
      description: {
        filter: describeFilter(filter, reader, now),
        ...{ settings: [], thresholds: [], definitions: [] },
      },
    });
  },
};

async function findNotices(tx: Tx, reader: Caller, filter: NoticeReportFilter, now: number) {
  const { startDay: _, endDay: __, groupIds, trackerIds, ...conditions } = filter;
  const search = { ...conditions, ...windowOf(filter, reader.timeZone) };
  const { query } = await selectNotices(tx, reader, search, now);
  if (groupIds.length === 0 && trackerIds.length === 0) return query;
  // The list searches in more than names and numbers.
  const devices = devicesOfReport(tx, reader, { groupIds, trackerIds, keywords: '' });
  return query.where(sql<boolean>`log.tracker_id in (select tracker_id from (${devices}) as device)`);
}

function describeFilter(
  { msgTypes, isRead, handling, taskIds, ownerId }: NoticeReportFilter,
  { language, timeZone }: Caller,
  now: number,
): readonly AboutLine[] {
  const text = TEXTS[language];
  return [
    [text.since, formatLocalTime(now - NOTICE_TTL_MS, timeZone)],
    ...(msgTypes === undefined
      ? []
      : [[text.types, msgTypes.map((type) => NOTICE_TITLES[language][type]).join(text.separator)] as const]),
    ...(isRead === undefined ? [] : [[text.read, READ_TEXTS[language][isRead]] as const]),
    ...(handling === undefined
      ? []
      : [
          [
            text.handling,
            handling.map((state) => ALARM_STATE_TEXTS[language][state]).join(text.separator),
          ] as const,
        ]),
    ...(taskIds === undefined ? [] : [[text.tasks, taskIds.length] as const]),
    ...(ownerId === undefined ? [] : [[text.owner, text.yes] as const]),
  ];
}
