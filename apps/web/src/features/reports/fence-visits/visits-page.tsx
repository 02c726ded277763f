import { IconChartBar } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import {
  FENCE_VISIT_FIGURE_TEXTS,
  FENCE_VISIT_FIGURES,
  FENCE_VISIT_GROUPING_TEXTS,
  FENCE_VISIT_SUM_FIGURES,
} from '@wakeline/contract/reports/fence-visits-texts';
import { REPORT_FORMATS } from '@wakeline/contract/reports/report-files';
import { Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { ExportButton } from '../../../parts/tasks/export-button.tsx';
import { useClient } from '../../../service/client.ts';
import { DeviceFields } from '../device-fields.tsx';
import { MinDurationField } from '../duration-field.tsx';
import { FigureHelp } from '../figure-help.tsx';
import { FenceField } from '../object-select.tsx';
import { PeriodField } from '../period-field.tsx';
import { findRecordPeriodProblem, ReportNotices } from '../report-notices.tsx';
import { ALL_DEVICES } from '../report-request.ts';
import { ReportScreen } from '../report-screen.tsx';
import styles from '../reports.module.css';
import { ScheduleButton } from '../schedules/schedule-button.tsx';
import { useReportAddress } from '../use-report-address.ts';
import { useVisitSums, useVisits } from './use-visits.ts';
import { VisitChart } from './visit-chart.tsx';
import {
  countVisitFilters,
  parseVisitRequest,
  toVisitFilter,
  toVisitSearch,
  VISIT_ROWS,
  VISIT_SECONDS,
  type VisitPageKind,
  type VisitRequest,
  type VisitRows,
  withRows,
} from './visit-request.ts';
import { VisitSumTable } from './visit-sum-table.tsx';
import { VisitTable } from './visit-table.tsx';

/** Single visits of fences, and their sums by fence and device. */
export function FenceVisitsPage() {
  return <VisitsPage kind="center" />;
}

/** Sums of visits of fences. */
export function FenceStatisticsPage() {
  return <VisitsPage kind="count" />;
}

/** Visits of fences in a period. The address contains all of it. */
function VisitsPage({ kind }: { readonly kind: VisitPageKind }) {
  const { t } = useTranslation('fenceReport');
  const { t: tReports } = useTranslation('reports');
  const language = useLanguage();
  const figures = FENCE_VISIT_FIGURE_TEXTS[language];
  const { request, today, change } = useReportAddress<VisitRequest>(
    (search, day) => parseVisitRequest(kind, search, day),
    (next) => toVisitSearch(kind, next),
  );
  const { by, index, measure } = request;
  const periodProblem = findRecordPeriodProblem(request);
  const problem = by !== 'visit' && periodProblem === 'rowsTooLong' ? null : periodProblem;
  const visits = useVisits(request, today, problem === null && by === 'visit');
  const grouping = by === 'visit' ? 'fence' : by;
  const sums = useVisitSums(request, { ...request, by: grouping }, today, problem === null && by !== 'visit');
  const total = (by === 'visit' ? visits : sums).data?.total ?? 0;
  const isCharted = measure !== null && by !== 'visit';
  const textOf = (rows: VisitRows) =>
    rows === 'visit' ? t('visits') : FENCE_VISIT_GROUPING_TEXTS[language][rows];
  return (
    <ReportScreen
      page={
        kind === 'center'
          ? { section: 'dataCenter', name: 'fenceDataRecord' }
          : { section: 'dataCount', name: 'fenceDataRecord' }
      }
      action={
        <FigureHelp
          figures={(by === 'visit' ? FENCE_VISIT_FIGURES : FENCE_VISIT_SUM_FIGURES).map(
            (name) => figures[name],
          )}
        />
      }
    >
      <div className={styles.bar}>
        <Segmented<VisitRows>
          aria-label={t('rows')}
          value={by}
          options={VISIT_ROWS[kind].map((value) => ({ value, label: textOf(value) }))}
          onChange={(value) => change(withRows(value))}
        />
      </div>
      <FilterBar
        search={tReports('filter.search')}
        keywords={request.keywords}
        maxLength={LIMITS.name}
        onSearch={(keywords) => change({ keywords })}
        active={countVisitFilters(request)}
        onClear={() => change({ ...ALL_DEVICES, fenceIds: [], minSeconds: 0 })}
        tools={
          <>
            {by !== 'visit' && (
              <Button
                icon={<IconChartBar size={16} />}
                aria-pressed={measure !== null}
                onClick={() => change({ measure: measure === null ? 'visits' : null, index })}
              >
                {tReports(measure === null ? 'chart.show' : 'chart.hide')}
              </Button>
            )}
            <VisitSchedule request={request} today={today} />
            <VisitExport request={request} disabled={problem !== null || total === 0} />
          </>
        }
      >
        <PeriodField period={request} today={today} onChange={change} />
        <DeviceFields {...request} onChange={change} />
        <FenceField values={request.fenceIds} onChange={(fenceIds) => change({ fenceIds })} />
        <MinDurationField
          value={request.minSeconds}
          choices={VISIT_SECONDS}
          onChange={(minSeconds) => change({ minSeconds })}
        />
      </FilterBar>
      <ReportNotices period={request} problem={problem} recomputing={0} onChange={change} />
      {problem === null && (
        <div className={styles.split} data-chart={isCharted}>
          {isCharted && (
            <div className={styles.chart}>
              <VisitChart
                request={request}
                by={grouping}
                measure={measure}
                today={today}
                onMeasure={(next) => change({ measure: next, index })}
              />
            </div>
          )}
          <div>
            {by === 'visit' ? (
              <VisitTable request={request} query={visits} onChange={change} />
            ) : (
              <VisitSumTable kind={kind} by={by} request={request} query={sums} onChange={change} />
            )}
          </div>
        </div>
      )}
    </ReportScreen>
  );
}

function VisitExport({ request, disabled }: { readonly request: VisitRequest; readonly disabled: boolean }) {
  const client = useClient();
  const { by, sort, sumSort, descending } = request;
  const direction = descending ? ('descending' as const) : ('ascending' as const);
  const filter = toVisitFilter(request);
  return (
    <ExportButton
      formats={REPORT_FORMATS}
      disabled={disabled}
      start={(format) =>
        by === 'visit'
          ? client.call('exportFenceDataRecord', { ...filter, sort, direction, format })
          : client.call('exportFenceDataSums', { ...filter, by, sort: sumSort, direction, format })
      }
    />
  );
}

function VisitSchedule({ request, today }: { readonly request: VisitRequest; readonly today: string }) {
  const { by, sort, sumSort, descending } = request;
  const direction = descending ? ('descending' as const) : ('ascending' as const);
  const filter = toVisitFilter(request);
  return by === 'visit' ? (
    <ScheduleButton report="fenceVisits" filter={filter} order={{ sort, direction }} today={today} />
  ) : (
    <ScheduleButton
      report="fenceVisitSums"
      filter={{ ...filter, by }}
      order={{ sort: sumSort, direction }}
      today={today}
    />
  );
}
