import { IconChartBar } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import {
  OVERVIEW_SORTS,
  type OverviewFigures,
  type OverviewGrouping,
  type OverviewRow,
} from '@wakeline/contract/reports/overview';
import { OVERVIEW_FIGURE_TEXTS, OVERVIEW_FIGURES } from '@wakeline/contract/reports/overview-texts';
import { REPORT_FORMATS } from '@wakeline/contract/reports/report-files';
import { Alert, Button, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { toWallTime } from '../../../format/zone.ts';
import { useLanguage } from '../../../i18n/i18n.ts';
import { serverNow } from '../../../live/live-store.ts';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { ExportButton } from '../../../parts/tasks/export-button.tsx';
import { useClient } from '../../../service/client.ts';
import { useSearchParams } from '../../../ui/search-params.ts';
import { DeviceFields } from '../device-fields.tsx';
import { FigureHelp } from '../figure-help.tsx';
import { PeriodField } from '../period-field.tsx';
import { DAY_FORMAT, lastDays } from '../report-period.ts';
import { ALL_DEVICES, countDeviceFilters } from '../report-request.ts';
import { ReportScreen } from '../report-screen.tsx';
import styles from '../reports.module.css';
import { ScheduleButton } from '../schedules/schedule-button.tsx';
import own from './overview.module.css';
import { OverviewChart } from './overview-chart.tsx';
import { OVERVIEW_TABLE_WIDTH, SUM_KEY, useOverviewColumns } from './overview-columns.tsx';
import {
  findPeriodProblem,
  GROUPINGS,
  type OverviewKind,
  type OverviewRequest,
  parseOverviewRequest,
  toOverviewFilter,
  toOverviewSearch,
  withGrouping,
} from './overview-request.ts';
import { RowTools } from './row-tools.tsx';
import { useOverview } from './use-overview.ts';

interface OverviewPageProps {
  readonly kind: OverviewKind;
}

/** The operation overview: figures of devices in a period. The address contains all of it. */
export function OverviewPage({ kind }: OverviewPageProps) {
  const { t } = useTranslation('operationReport');
  const { t: tReports } = useTranslation('reports');
  const figures = OVERVIEW_FIGURE_TEXTS[useLanguage()];
  const client = useClient();
  const { timeZone } = useFormat();
  const [openedAt] = useState(serverNow);
  const today = toWallTime(openedAt, timeZone).format(DAY_FORMAT);
  const [search, setSearch] = useSearchParams();
  const request = parseOverviewRequest(kind, search, today);
  const { by, sort, descending, index, size, measure } = request;
  const filter = toOverviewFilter(request);
  const problem = findPeriodProblem(request);
  const query = useOverview({
    ...{ filter, sort, descending, index, size },
    isCurrent: request.endDay >= today,
    enabled: problem === null,
  });
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useOverviewColumns(request);
  const total = data?.total ?? 0;

  const replace = (next: (last: OverviewRequest) => OverviewRequest) =>
    setSearch((last) => toOverviewSearch(kind, next(parseOverviewRequest(kind, last, today))), {
      replace: true,
    });
  const change = (next: Partial<OverviewRequest>) => replace((last) => ({ ...last, index: 1, ...next }));

  // Without days an address would have another meaning tomorrow.
  const hasDays = search.has('from') && search.has('to');
  // An address may ask for a page that does not exist; the total comes with the rows.
  const isBeyondEnd = data !== undefined && !query.isPlaceholderData && index > 1 && data.list.length === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these two conditions change the address
  useEffect(() => {
    if (isBeyondEnd) change({ index: 1 });
    else if (!hasDays) change({ index });
  }, [isBeyondEnd, hasDays]);

  const isUnlimited = filter.groupIds.length + filter.trackerIds.length === 0 && filter.keywords === '';
  return (
    <ReportScreen
      page={{ section: kind === 'center' ? 'dataCenter' : 'dataCount', name: 'operationCountRecord' }}
      action={<FigureHelp figures={OVERVIEW_FIGURES.map((name) => figures[name])} />}
    >
      <div className={`${styles.bar} ${own.spread}`}>
        <Segmented<OverviewGrouping>
          aria-label={t('by.label')}
          value={by}
          options={GROUPINGS[kind].map((value) => ({ value, label: t(`by.${value}`) }))}
          onChange={(value) => replace((last) => withGrouping(last, value))}
        />
      </div>
      <FilterBar
        search={tReports('filter.search')}
        keywords={request.keywords}
        maxLength={LIMITS.name}
        onSearch={(keywords) => change({ keywords })}
        active={countDeviceFilters(request)}
        onClear={() => change(ALL_DEVICES)}
        tools={
          <>
            <Button
              icon={<IconChartBar size={16} />}
              aria-pressed={measure !== null}
              onClick={() => change({ measure: measure === null ? 'mileage' : null, index })}
            >
              {t(measure === null ? 'chart.show' : 'chart.hide')}
            </Button>
            <ScheduleButton
              report="overview"
              filter={filter}
              order={{ sort, direction: descending ? 'descending' : 'ascending' }}
              today={today}
            />
            <ExportButton
              formats={REPORT_FORMATS}
              start={(format) =>
                client.call('exportOperaOverview', {
                  ...filter,
                  ...{ sort, format, direction: descending ? 'descending' : 'ascending' },
                })
              }
              disabled={problem !== null || total === 0}
            />
          </>
        }
      >
        <PeriodField period={request} today={today} onChange={change} />
        <DeviceFields {...filter} onChange={change} />
      </FilterBar>
      <Notices
        problem={problem}
        recomputing={data?.recomputing ?? 0}
        isWithoutData={problem === null && total > 0 && data?.sum.devices === 0}
        onLastDays={() => change(lastDays(request, LIMITS.reportRowDays))}
      />
      {problem === null && (
        <div className={styles.split} data-chart={measure !== null && by !== 'deviceDay'}>
          {measure !== null && (
            <div className={styles.chart}>
              <OverviewChart
                request={request}
                measure={measure}
                today={today}
                onMeasure={(next) => change({ measure: next, index })}
              />
            </div>
          )}
          <div>
            <RecordTable<OverviewRow>
              label={t(`title.${kind}`)}
              name={`overview.${kind}.${by}`}
              rows={data?.list}
              rowKey={({ key }) => key}
              columns={columns}
              minWidth={OVERVIEW_TABLE_WIDTH}
              {...failure}
              empty={t(isUnlimited ? 'none' : 'noneFound')}
              {...(kind === 'center'
                ? {
                    actions: (row: OverviewRow) => <RowTools request={request} row={row} />,
                    actionsWidth: by === 'device' ? 140 : 108,
                  }
                : {})}
              sort={{
                ...{ column: sort, descending },
                onChange: (order) =>
                  change({
                    sort: OVERVIEW_SORTS.find((one) => one === order.column) ?? sort,
                    descending: order.descending,
                  }),
              }}
              {...(data === undefined || by === 'total' ? {} : { sum: toSumRow(data.sum) })}
              page={{
                ...{ index, size, total },
                onChange: (nextIndex, nextSize) => change({ index: nextIndex, size: nextSize }),
              }}
            />
          </div>
        </div>
      )}
    </ReportScreen>
  );
}

/** The sums as a row of the table. */
function toSumRow(sum: OverviewFigures): OverviewRow {
  return {
    ...sum,
    key: SUM_KEY,
    trackerId: null,
    trackerName: null,
    imei: null,
    groupId: null,
    groupName: null,
    startDay: null,
  };
}

interface NoticesProps {
  readonly problem: ReturnType<typeof findPeriodProblem>;
  readonly recomputing: number;
  readonly isWithoutData: boolean;
  readonly onLastDays: () => void;
}

/** What the reader of the figures has to know of them. */
function Notices({ problem, recomputing, isWithoutData, onLastDays }: NoticesProps) {
  const { t } = useTranslation('operationReport');
  return (
    <>
      {problem !== null && (
        <Alert
          showIcon
          className={styles.notice ?? ''}
          type="warning"
          title={t(`problem.${problem}`)}
          {...(problem === 'rowsTooLong'
            ? {
                action: (
                  <Button size="small" onClick={onLastDays}>
                    {t('problem.lastDays')}
                  </Button>
                ),
              }
            : {})}
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
      {isWithoutData && <Alert showIcon className={styles.notice ?? ''} type="info" title={t('noData')} />}
    </>
  );
}
