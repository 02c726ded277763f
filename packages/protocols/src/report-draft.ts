import type { NoticeType } from '@wakeline/domain/notices/notice-type';
import type { AttributeValue, Fix } from '@wakeline/domain/reports/report';

/** A report under construction. */
export interface ReportDraft {
  time: number;
  fix: Fix | null;
  battery: number | null;
  gsm: number | null;
  satellites: number | null;
  readonly alarms: NoticeType[];
  readonly attributes: Record<string, AttributeValue>;
}

/** A report without values. */
export function createReportDraft(time: number): ReportDraft {
  return { time, fix: null, battery: null, gsm: null, satellites: null, alarms: [], attributes: {} };
}
