import { IconChartBar } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { REPORT_FORMATS } from '@wakeline/contract/reports/report-files';
import { STOP_SORTS } from '@wakeline/contract/reports/stops';
import { STOP_FIGURE_TEXTS, STOP_FIGURES } from '@wakeline/contract/reports/stops-texts';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { ExportButton } from '../../../parts/tasks/export-button.tsx';
import { useClient } from '../../../service/client.ts';
import { useSession } from '../../../service/session.ts';
import { DeviceFields } from '../device-fields.tsx';
import { FigureHelp } from '../figure-help.tsx';
import { PeriodField } from '../period-field.tsx';
import { RecordTools } from '../report-cells.tsx';
import { findRecordPeriodProblem, ReportNotices } from '../report-notices.tsx';
import { ALL_DEVICES } from '../report-request.ts';
import { ReportScreen } from '../report-screen.tsx';
import styles from '../reports.module.css';
import { ScheduleButton } from '../schedules/schedule-button.tsx';
import { useFirstPageBeyondEnd, useReportAddress } from '../use-report-address.ts';
import { MinMinutesField } from './min-minutes-field.tsx';
import { ObjectField } from './object-field.tsx';
import { StopChart } from './stop-chart.tsx';
import { STOP_TABLE_WIDTH, type StopTableRow, useStopColumns } from './stop-columns.tsx';
import {
  countStopFilters,
  parseStopRequest,
  type StopRequest,
  toStopFilter,
  toStopSearch,
} from './stop-request.ts';
import { useStops } from './use-stops.ts';

/** Stops of devices in a period. The address contains all of it. */
export function StopsPage() {
  const { t } = useTranslation('stopReport');
  const { t: tReports } = useTranslation('reports');
  const client = useClient();
  const figures = STOP_FIGURE_TEXTS[useLanguage()];
  const defaultMinutes = useSession().reportSettings.minStopMinutes;
  const { request, today, change } = useReportAddress<StopRequest>(
    (search, day) => parseStopRequest(search, day, defaultMinutes),
    (next) => toStopSearch(next, defaultMinutes),
  );
  const { index, size, sort, descending, measure, minMinutes } = request;
  const problem = findRecordPeriodProblem(request);
  const query = useStops(request, today, problem === null);
  useFirstPageBeyondEnd(query, request, change);
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useStopColumns();
  const label = tReports('page.dataCenter.deviceStopRecord');
  const isUnlimited = countStopFilters(request, defaultMinutes) === 0 && request.keywords === '';
  return (
    <ReportScreen
      page={{ section: 'dataCenter', name: 'deviceStopRecord' }}
      action={<FigureHelp figures={STOP_FIGURES.map((name) => figures[name])} />}
    >
      <FilterBar
        search={tReports('filter.search')}
        keywords={request.keywords}
        maxLength={LIMITS.name}
        onSearch={(keywords) => change({ keywords })}
        active={countStopFilters(request, defaultMinutes)}
        onClear={() =>
          change({ ...ALL_DEVICES, minMinutes: defaultMinutes, fenceIds: [], labelPointIds: [] })
        }
        tools={
          <>
            <Button
              icon={<IconChartBar size={16} />}
              aria-pressed={measure !== null}
              onClick={() => change({ measure: measure === null ? 'stops' : null, index })}
            >
              {tReports(measure === null ? 'chart.show' : 'chart.hide')}
            </Button>
            <ScheduleButton
              report="stops"
              filter={toStopFilter(request)}
              order={{ sort, direction: descending ? 'descending' : 'ascending' }}
              today={today}
            />
            <ExportButton
              formats={REPORT_FORMATS}
              start={(format) =>
                client.call('exportStopData', {
                  ...toStopFilter(request),
                  ...{ sort, format, direction: descending ? 'descending' : 'ascending' },
                })
              }
              disabled={problem !== null || (data?.total ?? 0) === 0}
            />
          </>
        }
      >
        <PeriodField period={request} today={today} onChange={change} />
        <DeviceFields {...request} onChange={change} />
        <MinMinutesField value={minMinutes} onChange={(value) => change({ minMinutes: value })} />
        <ObjectField {...request} onChange={change} />
      </FilterBar>
      <ReportNotices
        period={request}
        problem={problem}
        recomputing={data?.recomputing ?? 0}
        onChange={change}
      />
      {problem === null && (
        <div className={styles.split} data-chart={measure !== null}>
          {measure !== null && (
            <div className={styles.chart}>
              <StopChart
                days={data?.days}
                measure={measure}
                today={today}
                {...failure}
                onMeasure={(next) => change({ measure: next, index })}
              />
            </div>
          )}
          <div>
            <RecordTable<StopTableRow>
              label={label}
              name="stopReport"
              rows={data?.list.map((stop) => ({ key: stop.key, stop, sum: null }))}
              rowKey={({ key }) => key}
              columns={columns}
              minWidth={STOP_TABLE_WIDTH}
              {...failure}
              empty={t(isUnlimited ? 'none' : 'noneFound')}
              actions={({ stop }) =>
                stop !== null && (
                  <RecordTools
                    trackerId={stop.trackerId}
                    name={stop.trackerName}
                    time={stop.startTime}
                    position={stop}
                  />
                )
              }
              actionsWidth={108}
              sort={{
                ...{ column: sort, descending },
                onChange: (order) =>
                  change({
                    sort: STOP_SORTS.find((one) => one === order.column) ?? sort,
                    descending: order.descending,
                  }),
              }}
              {...(data === undefined ? {} : { sum: { key: 'sum', stop: null, sum: data.sum } })}
              page={{
                ...{ index, size, total: data?.total ?? 0 },
                onChange: (nextIndex, nextSize) => change({ index: nextIndex, size: nextSize }),
              }}
            />
          </div>
        </div>
      )}
    </ReportScreen>
  );
}
