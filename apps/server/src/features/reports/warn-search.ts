import type { WarnCountFilter, WarnFilter } from '@wakeline/contract/reports/warns';
import { alarmLevelOf, typesOfLevel } from '@wakeline/domain/notices/alarm-level';
import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import { noticesOfEvents } from '../../alarms/event-notices.ts';
import type { AlarmSearch } from '../../events/alarm-records.ts';
import type { EventHistory } from '../../events/event-archive.ts';
import type { Caller } from '../../identity/caller.ts';
import { searchAlarms } from '../../reports/alarm-search.ts';
import type { ReportDays } from '../../reports/report-days.ts';

/** How long notices exist: see `features/notices`. */
export const NOTICE_AGE_MS = 7 * 86_400_000;

/** The alarms of a filter that a user sees. */
export async function findWarns(
  history: EventHistory,
  reader: Caller,
  filter: WarnFilter | WarnCountFilter,
  days: ReportDays,
  now: number,
): Promise<AlarmSearch> {
  const { accountId, userId } = reader;
  const isRead = 'isRead' in filter && filter.isRead !== undefined ? filter.isRead === 'READ' : null;
  const states = 'handling' in filter && filter.handling.length > 0 ? filter.handling : null;
  return {
    ...(await searchAlarms(history, reader, filter, days, now)),
    ...{ states, isRead },
    types: typesOf(filter),
    notices:
      isRead === null
        ? null
        : noticesOfEvents({ accountId, userId, since: now - NOTICE_AGE_MS, trackerIds: null }),
  };
}

/** The types of a filter; null: all. */
function typesOf({
  msgTypes,
  levels,
}: Pick<WarnFilter, 'msgTypes' | 'levels'>): readonly NoticeType[] | null {
  if (msgTypes.length === 0) return levels.length === 0 ? null : levels.flatMap(typesOfLevel);
  return levels.length === 0 ? msgTypes : msgTypes.filter((type) => levels.includes(alarmLevelOf(type)));
}
