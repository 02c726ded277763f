import { IconChartBar, IconListDetails } from '@tabler/icons-react';
import { rowRange } from '@wakeline/charts/row-range';
import { LIMITS } from '@wakeline/contract/limits';
import { REPORT_FORMATS } from '@wakeline/contract/reports/report-files';
import {
  WARN_COUNT_SORTS,
  WARN_GROUPINGS,
  type WarnCountRow,
  type WarnGrouping,
} from '@wakeline/contract/reports/warns';
import { WARN_FIGURE_TEXTS, WARN_FIGURES } from '@wakeline/contract/reports/warns-texts';
import { Button, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { ExportButton } from '../../../parts/tasks/export-button.tsx';
import { useClient } from '../../../service/client.ts';
import { useSession } from '../../../service/session.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DeviceFields } from '../device-fields.tsx';
import { FigureHelp } from '../figure-help.tsx';
import { PeriodField } from '../period-field.tsx';
import { ReportNotices } from '../report-notices.tsx';
import { countDays } from '../report-period.ts';
import { ALL_DEVICES } from '../report-request.ts';
import { ReportScreen } from '../report-screen.tsx';
import styles from '../reports.module.css';
import { ScheduleButton } from '../schedules/schedule-button.tsx';
import { useFirstPageBeyondEnd, useReportAddress } from '../use-report-address.ts';
import { KindFields } from './kind-fields.tsx';
import { useWarnCounts } from './use-warns.ts';
import { WarnChart } from './warn-chart.tsx';
import { useWarnCountColumns, WARN_COUNT_WIDTH } from './warn-count-columns.tsx';
import {
  countWarnFilters,
  parseWarnCountRequest,
  parseWarnRequest,
  toWarnCountFilter,
  toWarnCountSearch,
  toWarnSearch,
  type WarnCountRequest,
  withWarnGrouping,
} from './warn-request.ts';

/** Numbers of alarms in a period. The address contains all of it. */
export function WarnCountPage() {
  const { t } = useTranslation('warnReport');
  const { t: tReports } = useTranslation('reports');
  const language = useLanguage();
  const client = useClient();
  const { request, today, change } = useReportAddress(parseWarnCountRequest, toWarnCountSearch);
  const { by, index, size, sort, descending, hasChart } = request;
  const days = countDays(request);
  const problem = days < 1 ? 'order' : days > LIMITS.reportDays ? 'tooLong' : null;
  const query = useWarnCounts(request, today, problem === null);
  useFirstPageBeyondEnd(query, request, change);
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useWarnCountColumns(request);
  const isUnlimited = countWarnFilters(request) === 0 && request.keywords === '';
  return (
    <ReportScreen
      page={{ section: 'dataCount', name: 'warnDataRecord' }}
      action={<FigureHelp figures={WARN_FIGURES.map((name) => WARN_FIGURE_TEXTS[language][name])} />}
    >
      <div className={styles.bar}>
        <Segmented<WarnGrouping>
          aria-label={t('by.label')}
          value={by}
          options={WARN_GROUPINGS.map((value) => ({ value, label: t(`by.${value}`) }))}
          onChange={(value) => change(withWarnGrouping(value))}
        />
      </div>
      <FilterBar
        search={tReports('filter.search')}
        keywords={request.keywords}
        maxLength={LIMITS.name}
        onSearch={(keywords) => change({ keywords })}
        active={countWarnFilters(request)}
        onClear={() => change({ ...ALL_DEVICES, msgTypes: [], levels: [] })}
        tools={
          <>
            <Button
              icon={<IconChartBar size={16} />}
              aria-pressed={hasChart}
              onClick={() => change({ hasChart: !hasChart, index })}
            >
              {tReports(hasChart ? 'chart.hide' : 'chart.show')}
            </Button>
            <ScheduleButton
              report="warnCount"
              filter={toWarnCountFilter(request)}
              order={{ sort, direction: descending ? 'descending' : 'ascending' }}
              today={today}
            />
            <ExportButton
              formats={REPORT_FORMATS}
              start={(format) =>
                client.call('exportWarnCount', {
                  ...toWarnCountFilter(request),
                  ...{ sort, format, direction: descending ? 'descending' : 'ascending' },
                })
              }
              disabled={problem !== null || (data?.sum.alarms ?? 0) === 0}
            />
          </>
        }
      >
        <PeriodField period={request} today={today} onChange={change} />
        <DeviceFields {...request} onChange={change} />
        <KindFields {...request} onChange={change} />
      </FilterBar>
      <ReportNotices period={request} problem={problem} recomputing={0} onChange={change} />
      {problem === null && (
        <div className={styles.split} data-chart={hasChart}>
          {hasChart && (
            <div className={styles.chart}>
              <WarnChart request={request} today={today} />
            </div>
          )}
          <div>
            <RecordTable<WarnCountRow>
              label={tReports('page.dataCount.warnDataRecord')}
              name={`warnCount.${by}`}
              rows={data?.sum.alarms === 0 ? [] : data?.list}
              rowKey={({ key }) => key}
              columns={columns}
              minWidth={WARN_COUNT_WIDTH}
              {...failure}
              empty={t(isUnlimited ? 'none' : 'noneFound')}
              actions={(row) =>
                row.key !== 'sum' && row.alarms > 0 && <RowLink request={request} row={row} />
              }
              actionsWidth={72}
              sort={{
                ...{ column: sort, descending },
                onChange: (order) =>
                  change({
                    sort: WARN_COUNT_SORTS.find((one) => one === order.column) ?? sort,
                    descending: order.descending,
                  }),
              }}
              {...(data === undefined ? {} : { sum: { ...NO_KEYS, ...data.sum } })}
              page={{
                ...{ index, size, total: data?.sum.alarms === 0 ? 0 : (data?.total ?? 0) },
                onChange: (nextIndex, nextSize) => change({ index: nextIndex, size: nextSize }),
              }}
            />
          </div>
        </div>
      )}
    </ReportScreen>
  );
}

const NO_KEYS: Omit<WarnCountRow, 'alarms' | 'urgent' | 'info' | 'devices'> = {
  ...{ key: 'sum', msgType: null, trackerId: null, trackerName: null, imei: null, groupId: null },
  ...{ groupName: null, hour: null, startDay: null, first: null, last: null },
};

/** Leads to the alarms of a row, for users of the data center. */
function RowLink({ request, row }: { readonly request: WarnCountRequest; readonly row: WarnCountRow }) {
  const { t } = useTranslation('warnReport');
  const navigate = useNavigate();
  const { roles } = useSession();
  const { msgType, trackerId, groupId, startDay } = row;
  const range = startDay === null ? request : rowRange(request.by, startDay, request);
  const isTooLong = countDays(range) > LIMITS.reportRowDays;
  const isOfNoGroup = request.by === 'group' && groupId === null;
  if (isTooLong || isOfNoGroup || request.by === 'hour') return null;
  if (!roles.some(({ name }) => name === 'eob_plugin_data_center')) return null;
  const rows = {
    ...parseWarnRequest(new URLSearchParams(), range.endDay),
    ...{ startDay: range.startDay, endDay: range.endDay, keywords: request.keywords },
    ...{ msgTypes: msgType === null ? request.msgTypes : [msgType], levels: request.levels },
    ...(trackerId === null ? { trackerIds: request.trackerIds } : { trackerIds: [trackerId] }),
    ...(groupId === null
      ? { groupIds: trackerId === null ? request.groupIds : [] }
      : { groupIds: [groupId], trackerIds: [] }),
  };
  return (
    <RecordActions edit={false} remove={false}>
      <IconButton
        label={t('rows')}
        icon={<IconListDetails size={18} stroke={1.75} />}
        onClick={() => navigate(`/dataCenter/warnDataRecord?${new URLSearchParams(toWarnSearch(rows))}`)}
      />
    </RecordActions>
  );
}
