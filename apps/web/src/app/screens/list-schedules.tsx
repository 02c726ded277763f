import type { InstructionFilter } from '@wakeline/contract/instructions';
import type { NoticeFilter } from '@wakeline/contract/notices/notices';
import dayjs from 'dayjs';
import { DAY_FORMAT } from '../../features/reports/report-period.ts';
import { ScheduleButton } from '../../features/reports/schedules/schedule-button.tsx';
import { useFormat } from '../../format/use-format.ts';
import { toWallTime } from '../../format/zone.ts';
import { serverNow } from '../../live/live-store.ts';

interface Times {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** The days of a list that is filtered by times; without them the day before the present one. */
function useDays({ startTime, endTime }: Times) {
  const { timeZone } = useFormat();
  const dayOf = (time: number) => toWallTime(time, timeZone).format(DAY_FORMAT);
  const today = dayOf(serverNow());
  const yesterday = dayjs.utc(today).subtract(1, 'day').format(DAY_FORMAT);
  return {
    today,
    startDay: startTime === undefined ? yesterday : dayOf(startTime),
    endDay: endTime === undefined ? yesterday : dayOf(endTime),
  };
}

/** Schedules the notices that match a filter. Of chosen devices, the group is not needed. */
export function NoticeSchedule({ filter }: { readonly filter: NoticeFilter }) {
  const { today, ...days } = useDays(filter);
  const { startTime: _, endTime: __, groupId, trackerIds = [], keywords = '', ...conditions } = filter;
  const groupIds = groupId === undefined || trackerIds.length > 0 ? [] : [groupId];
  const scheduled = { ...conditions, ...days, groupIds, trackerIds, keywords };
  return <ScheduleButton report="notices" filter={scheduled} order={{}} today={today} />;
}

/** Schedules the instructions that match a filter. */
export function InstructionSchedule({ filter }: { readonly filter: InstructionFilter }) {
  const { today, ...days } = useDays(filter);
  const { startTime: _, endTime: __, trackerId, keywords = '', ...conditions } = filter;
  const trackerIds = trackerId === undefined ? [] : [trackerId];
  const scheduled = { ...conditions, ...days, groupIds: [], trackerIds, keywords };
  return <ScheduleButton report="instructions" filter={scheduled} order={{}} today={today} />;
}
