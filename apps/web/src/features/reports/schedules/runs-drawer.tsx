import type { ReportRun, ReportSchedule } from '@wakeline/contract/reports/schedules';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { type RecordColumn, RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { RunTag } from './run-tag.tsx';
import styles from './schedules.module.css';
import { useScheduleTexts } from './use-schedule-texts.ts';
import { useRuns } from './use-schedules.ts';

interface RunsDrawerProps {
  /** Null: closed. */
  readonly schedule: ReportSchedule | null;
  readonly onClose: () => void;
}

/** The last runs of a schedule with their results. */
export function RunsDrawer({ schedule, onClose }: RunsDrawerProps) {
  const { t } = useTranslation('reports');
  const { formatDateTime } = useFormat();
  const { daysOf } = useScheduleTexts();
  const query = useRuns(schedule?.scheduleId ?? null);
  const failure = useListFailure(query);
  const title = t('schedules.runs.title', { name: schedule?.scheduleName ?? '' });

  const columns: readonly RecordColumn<ReportRun>[] = [
    {
      key: 'due',
      title: t('schedules.runs.due'),
      width: 170,
      render: ({ dueTime, isManual }) => (
        <>
          <div>{formatDateTime(dueTime)}</div>
          {isManual && <div className={styles.secondary}>{t('schedules.runs.manual')}</div>}
        </>
      ),
    },
    { key: 'days', title: t('schedules.runs.days'), width: 200, render: daysOf },
    {
      key: 'state',
      title: t('schedules.runs.state'),
      render: (run) => (
        <>
          <RunTag run={run} />{' '}
          {run.rows !== null && run.rows > 0 && (
            <span className={styles.secondary}>{t('schedules.rows', { count: run.rows })}</span>
          )}
          {run.reason !== null && <div className={styles.secondary}>{run.reason}</div>}
        </>
      ),
    },
    {
      key: 'mails',
      title: t('schedules.runs.mails'),
      width: 150,
      render: ({ mails }) => {
        const states = (['delivered', 'waiting', 'failed'] as const).filter((state) => mails[state] > 0);
        if (states.length === 0) return t('schedules.runs.noMails');
        return states.map((state) => (
          <div key={state}>{t(`schedules.runs.${state}`, { count: mails[state] })}</div>
        ));
      },
    },
  ];

  return (
    <Drawer open={schedule !== null} title={title} size={760} onClose={onClose} destroyOnHidden>
      <RecordTable<ReportRun>
        label={title}
        name="reportRuns"
        rows={query.data?.list}
        rowKey={({ runId }) => runId}
        columns={columns}
        {...failure}
        empty={t('schedules.runs.none')}
      />
    </Drawer>
  );
}
