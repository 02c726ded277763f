import { REPORT_NAMES } from '@wakeline/contract/reports/report-files';
import type { ReportRun, ReportSchedule } from '@wakeline/contract/reports/schedules';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { formatMinute } from './schedule-values.ts';

/** 4 January 1970 was a Sunday. */
const SUNDAY = 3;
const DAY_MS = 86_400_000;

/** The description of schedules in the language of the page. */
export function useScheduleTexts() {
  const { t } = useTranslation('reports');
  const language = useLanguage();
  const weekdays = new Intl.DateTimeFormat(language === 'zh_CN' ? 'zh-CN' : 'en-GB', {
    weekday: 'long',
    timeZone: 'UTC',
  });
  const weekdayOf = (day: number) => weekdays.format((SUNDAY + day) * DAY_MS);

  return {
    weekdayOf,

    reportOf: ({ content }: Pick<ReportSchedule, 'content'>) => REPORT_NAMES[content.report][language],

    timesOf({ times }: Pick<ReportSchedule, 'times'>): string {
      const time = formatMinute(times.minute);
      if (times.repeat === 'daily') return t('schedules.daily', { time });
      if (times.repeat === 'weekly') return t('schedules.weekly', { time, weekday: weekdayOf(times.day) });
      return t('schedules.monthly', { time, day: times.day });
    },

    stateOf({ state, rows, progress }: ReportRun): string {
      if (state === 'done' && rows === 0) return t('schedules.state.empty');
      return t(`schedules.state.${state}`, { progress: Math.round(progress) });
    },

    daysOf: ({ startDay, endDay }: ReportRun) => (startDay === endDay ? startDay : `${startDay} – ${endDay}`),
  };
}
