import { IconCalendarClock } from '@tabler/icons-react';
import type { ReportContent } from '@wakeline/contract/reports/report-content';
import type { ReportKind } from '@wakeline/contract/reports/report-files';
import type { FilterOfReport, OrderOfReport } from '@wakeline/contract/reports/reports';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ScheduleForm, type ScheduleSubject } from './schedule-form.tsx';
import { relativePeriodOf } from './schedule-values.ts';

interface ScheduleButtonProps<Kind extends ReportKind> {
  readonly report: Kind;
  /** The present filter of the page, with its days. */
  readonly filter: FilterOfReport<Kind>;
  readonly order: OrderOfReport<Kind>;
  /** The account's present day. */
  readonly today: string;
}

/** Opens the form that schedules the report of a page with its present filter. */
export function ScheduleButton<Kind extends ReportKind>(props: ScheduleButtonProps<Kind>) {
  const { report, filter, order, today } = props;
  const { t } = useTranslation('reports');
  const [subject, setSubject] = useState<ScheduleSubject | null>(null);

  function open(): void {
    const { startDay, endDay, ...withoutDays } = filter;
    // The type checker cannot infer that the three belong to one kind.
    const content = { report, filter: withoutDays, order } as unknown as ReportContent;
    setSubject({ kind: 'page', content, period: relativePeriodOf({ startDay, endDay }, today) });
  }

  return (
    <>
      <Button icon={<IconCalendarClock size={16} />} title={t('schedules.buttonTitle')} onClick={open}>
        {t('schedules.button')}
      </Button>
      <ScheduleForm subject={subject} onClose={() => setSubject(null)} />
    </>
  );
}
