import type { Language } from '@wakeline/contract/entities/user-config';
import type { ReportContent } from '@wakeline/contract/reports/report-content';
import { REPORT_NAMES, type ReportFormat, type ReportKind } from '@wakeline/contract/reports/report-files';
import { REPORTS, type Report } from '@wakeline/contract/reports/reports';
import type { ReportSchedule, ReportScheduleForm } from '@wakeline/contract/reports/schedules';
import type { RelativePeriod, ReportRepeat } from '@wakeline/domain/reports/report-schedule';
import { findPreset, type PeriodPreset, type ReportPeriod } from '../report-period.ts';

/** What the form for a schedule has. */
export interface ScheduleValues {
  readonly scheduleName: string;
  readonly content: ReportContent;
  readonly period: RelativePeriod;
  readonly repeat: ReportRepeat;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly monthDay: number;
  /** Minutes after midnight. */
  readonly minute: number;
  readonly formats: readonly ReportFormat[];
  readonly userIds: readonly number[];
  readonly addresses: readonly { readonly address: string; readonly language: Language }[];
  readonly enabled: boolean;
}

const MORNING = 7 * 60;
const REPEATS: Readonly<Record<RelativePeriod, ReportRepeat>> = {
  yesterday: 'daily',
  lastWeek: 'weekly',
  lastMonth: 'monthly',
};

/** A report with its usual filter: all devices. */
export function usualContent(report: ReportKind): ReportContent {
  const { filter, order }: Report = REPORTS[report];
  const parsed = filter.omit({ startDay: true, endDay: true }).parse({});
  // The type checker cannot infer that both belong to the kind.
  return { report, filter: parsed, order: order.parse({}) } as ReportContent;
}

/** The complete period of a schedule that fits the days of a page. */
export function relativePeriodOf(period: ReportPeriod, today: string): RelativePeriod {
  const preset = findPreset(period, today);
  return preset === null ? 'yesterday' : RELATIVE_PERIODS[preset];
}

const RELATIVE_PERIODS: Readonly<Record<PeriodPreset, RelativePeriod>> = {
  today: 'yesterday',
  yesterday: 'yesterday',
  last7Days: 'lastWeek',
  last30Days: 'lastMonth',
  thisWeek: 'lastWeek',
  lastWeek: 'lastWeek',
  thisMonth: 'lastMonth',
  lastMonth: 'lastMonth',
};

export interface NewSchedule {
  readonly content: ReportContent;
  readonly period: RelativePeriod;
  readonly userId: number;
  readonly language: Language;
  /** Name of the repeat in the language. */
  readonly nameOf: (report: string, repeat: ReportRepeat) => string;
}

/** The values of a new schedule: in the morning after its period, to its owner. */
export function newValues({ content, period, userId, language, nameOf }: NewSchedule): ScheduleValues {
  const repeat = REPEATS[period];
  return {
    scheduleName: nameOf(REPORT_NAMES[content.report][language], repeat),
    ...{ content, period, repeat, weekday: 1, monthDay: 1, minute: MORNING },
    ...{ formats: ['xlsx'], userIds: [userId], addresses: [], enabled: true },
  };
}

export function valuesOf(schedule: ReportSchedule): ScheduleValues {
  const { scheduleName, content, period, times, formats, users, addresses, enabled } = schedule;
  return {
    ...{ scheduleName, content, period, formats, enabled, repeat: times.repeat, minute: times.minute },
    weekday: times.repeat === 'weekly' ? times.day : 1,
    monthDay: times.repeat === 'monthly' ? times.day : 1,
    userIds: users.map(({ userId }) => userId),
    addresses: addresses.map(({ address, language }) => ({ address, language })),
  };
}

export function toForm(values: ScheduleValues): ReportScheduleForm {
  const { scheduleName, content, period, formats, userIds, addresses, enabled } = values;
  return {
    ...{ scheduleName: scheduleName.trim(), content, period, enabled, times: toTimes(values) },
    ...{ formats: [...formats], userIds: [...userIds] },
    addresses: addresses.map(({ address, language }) => ({ address: address.trim(), language })),
  };
}

function toTimes({ repeat, weekday, monthDay, minute }: ScheduleValues): ReportScheduleForm['times'] {
  if (repeat === 'daily') return { repeat, day: null, minute };
  return { repeat, day: repeat === 'weekly' ? weekday : monthDay, minute };
}

/** `06:30` of minutes after midnight. */
export function formatMinute(minute: number): string {
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
}

/** The opposite; null: not a time of day. */
export function parseMinute(text: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(text) ?? [];
  const minute = Number(hours) * 60 + Number(minutes);
  return Number(hours) < 24 && Number(minutes) < 60 ? minute : null;
}
