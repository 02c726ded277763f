import { IconChartBar } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { OVERSPEED_SORTS } from '@wakeline/contract/reports/overspeeds';
import { OVERSPEED_FIGURE_TEXTS, OVERSPEED_FIGURES } from '@wakeline/contract/reports/overspeeds-texts';
import { REPORT_FORMATS } from '@wakeline/contract/reports/report-files';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { ExportButton } from '../../../parts/tasks/export-button.tsx';
import { useClient } from '../../../service/client.ts';
import { DeviceFields } from '../device-fields.tsx';
import { MinDurationField } from '../duration-field.tsx';
import { FigureHelp } from '../figure-help.tsx';
import { FenceField, SpeedRuleField } from '../object-select.tsx';
import { PeriodField } from '../period-field.tsx';
import { RecordTools } from '../report-cells.tsx';
import { findRecordPeriodProblem, ReportNotices } from '../report-notices.tsx';
import { ALL_DEVICES } from '../report-request.ts';
import { ReportScreen } from '../report-screen.tsx';
import styles from '../reports.module.css';
import { ScheduleButton } from '../schedules/schedule-button.tsx';
import { useFirstPageBeyondEnd, useReportAddress } from '../use-report-address.ts';
import { MinExcessField } from './min-excess-field.tsx';
import { OverspeedChart } from './overspeed-chart.tsx';
import { OVERSPEED_TABLE_WIDTH, type OverspeedTableRow, useOverspeedColumns } from './overspeed-columns.tsx';
import {
  countOverspeedFilters,
  OVERSPEED_SECONDS,
  parseOverspeedRequest,
  toOverspeedFilter,
  toOverspeedSearch,
} from './overspeed-request.ts';
import { useOverspeeds } from './use-overspeeds.ts';

const NO_LIMITS = { ...ALL_DEVICES, minSeconds: 0, minExcess: 0, ruleIds: [], fenceIds: [] };

/** Overspeeds of devices in a period. The address contains all of it. */
export function OverspeedsPage() {
  const { t } = useTranslation('overspeedReport');
  const { t: tReports } = useTranslation('reports');
  const client = useClient();
  const figures = OVERSPEED_FIGURE_TEXTS[useLanguage()];
  const { request, today, change } = useReportAddress(parseOverspeedRequest, toOverspeedSearch);
  const { index, size, sort, descending, chart, minSeconds, minExcess } = request;
  const problem = findRecordPeriodProblem(request);
  const query = useOverspeeds(request, today, problem === null);
  useFirstPageBeyondEnd(query, request, change);
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useOverspeedColumns();
  const isUnlimited = countOverspeedFilters(request) === 0 && request.keywords === '';
  return (
    <ReportScreen
      page={{ section: 'dataCenter', name: 'overSpeedRecord' }}
      action={<FigureHelp figures={OVERSPEED_FIGURES.map((name) => figures[name])} />}
    >
      <FilterBar
        search={tReports('filter.search')}
        keywords={request.keywords}
        maxLength={LIMITS.name}
        onSearch={(keywords) => change({ keywords })}
        active={countOverspeedFilters(request)}
        onClear={() => change(NO_LIMITS)}
        tools={
          <>
            <Button
              icon={<IconChartBar size={16} />}
              aria-pressed={chart !== null}
              onClick={() => change({ chart: chart === null ? 'device' : null, index })}
            >
              {tReports(chart === null ? 'chart.show' : 'chart.hide')}
            </Button>
            <ScheduleButton
              report="overspeeds"
              filter={toOverspeedFilter(request)}
              order={{ sort, direction: descending ? 'descending' : 'ascending' }}
              today={today}
            />
            <ExportButton
              formats={REPORT_FORMATS}
              start={(format) =>
                client.call('exportOverSpeedRecord', {
                  ...toOverspeedFilter(request),
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
        <SpeedRuleField values={request.ruleIds} onChange={(ruleIds) => change({ ruleIds })} />
        <FenceField values={request.fenceIds} onChange={(fenceIds) => change({ fenceIds })} />
        <MinDurationField
          value={minSeconds}
          choices={OVERSPEED_SECONDS}
          onChange={(seconds) => change({ minSeconds: seconds })}
        />
        <MinExcessField value={minExcess} onChange={(value) => change({ minExcess: value })} />
      </FilterBar>
      <ReportNotices period={request} problem={problem} recomputing={0} onChange={change} />
      {problem === null && (
        <div className={styles.split} data-chart={chart !== null}>
          {chart !== null && (
            <div className={styles.chart}>
              <OverspeedChart
                request={request}
                by={chart}
                today={today}
                onChange={(next) => change({ chart: next, index })}
              />
            </div>
          )}
          <div>
            <RecordTable<OverspeedTableRow>
              label={tReports('page.dataCenter.overSpeedRecord')}
              name="overspeedReport"
              rows={data?.list.map((overspeed) => ({ key: overspeed.key, overspeed, sum: null }))}
              rowKey={({ key }) => key}
              columns={columns}
              minWidth={OVERSPEED_TABLE_WIDTH}
              {...failure}
              empty={t(isUnlimited ? 'none' : 'noneFound')}
              actions={({ overspeed }) =>
                overspeed !== null && (
                  <RecordTools
                    trackerId={overspeed.trackerId}
                    name={overspeed.trackerName}
                    time={overspeed.start}
                    position={overspeed.startPosition}
                    onDevice={() => change({ ...ALL_DEVICES, trackerIds: [overspeed.trackerId] })}
                  />
                )
              }
              actionsWidth={140}
              sort={{
                ...{ column: sort, descending },
                onChange: (order) =>
                  change({
                    sort: OVERSPEED_SORTS.find((one) => one === order.column) ?? sort,
                    descending: order.descending,
                  }),
              }}
              {...(data === undefined ? {} : { sum: { key: 'sum', overspeed: null, sum: data.sum } })}
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
