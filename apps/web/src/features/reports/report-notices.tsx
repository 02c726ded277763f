import { LIMITS } from '@wakeline/contract/limits';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { countDays, lastDays, type ReportPeriod } from './report-period.ts';
import styles from './reports.module.css';

/** Why the server would refuse the period of a report of single records; null: it accepts it. */
export function findRecordPeriodProblem(period: ReportPeriod): 'order' | 'tooLong' | 'rowsTooLong' | null {
  const days = countDays(period);
  if (days < 1) return 'order';
  if (days > LIMITS.reportDays) return 'tooLong';
  return days > LIMITS.reportRowDays ? 'rowsTooLong' : null;
}

interface ReportNoticesProps {
  readonly period: ReportPeriod;
  readonly problem: ReturnType<typeof findRecordPeriodProblem>;
  /** Devices whose figures are being computed again. */
  readonly recomputing: number;
  readonly onChange: (period: ReportPeriod) => void;
}

/** What the reader of a report has to know of it. */
export function ReportNotices({ period, problem, recomputing, onChange }: ReportNoticesProps) {
  const { t } = useTranslation('reports');
  return (
    <>
      {problem !== null && (
        <Alert
          showIcon
          className={styles.notice ?? ''}
          type="warning"
          title={t(`problem.${problem}`)}
          {...(problem !== 'rowsTooLong'
            ? {}
            : {
                action: (
                  <Button size="small" onClick={() => onChange(lastDays(period, LIMITS.reportRowDays))}>
                    {t('problem.lastDays')}
                  </Button>
                ),
              })}
        />
      )}
      {recomputing > 0 && (
        <Alert
          showIcon
          className={styles.notice ?? ''}
          type="info"
          title={t('recomputing', { count: recomputing })}
        />
      )}
    </>
  );
}
