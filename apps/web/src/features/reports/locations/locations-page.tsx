import { NamedError } from '@wakeline/contract/errors';
import { LIMITS } from '@wakeline/contract/limits';
import type { LocationRow } from '@wakeline/contract/reports/locations';
import { REPORT_FORMATS } from '@wakeline/contract/reports/report-files';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { ExportButton } from '../../../parts/tasks/export-button.tsx';
import { useClient } from '../../../service/client.ts';
import { DeviceFields } from '../device-fields.tsx';
import { PeriodField } from '../period-field.tsx';
import { RecordTools } from '../report-cells.tsx';
import { findRecordPeriodProblem, ReportNotices } from '../report-notices.tsx';
import { presetPeriod } from '../report-period.ts';
import {
  ALL_DEVICES,
  countDeviceFilters,
  parseReportRequest,
  type ReportRequest,
  toReportSearch,
} from '../report-request.ts';
import { ReportScreen } from '../report-screen.tsx';
import styles from '../reports.module.css';
import { ScheduleButton } from '../schedules/schedule-button.tsx';
import { useReportAddress } from '../use-report-address.ts';
import { ChooseDevices } from './choose-devices.tsx';
import { LOCATION_TABLE_WIDTH, useLocationColumns } from './location-columns.tsx';
import { useLocations } from './use-locations.ts';

const parse = (search: URLSearchParams, today: string) =>
  parseReportRequest(search, presetPeriod('today', today));
const toSearch = (request: ReportRequest) => toReportSearch(request, {});

/** Fixes of devices in a period, newest first. The address contains all of it. */
export function LocationsPage() {
  const { t } = useTranslation('locationReport');
  const { t: tReports } = useTranslation('reports');
  const client = useClient();
  const { request, today, change } = useReportAddress(parse, toSearch);
  const { startDay, endDay, groupIds, trackerIds, keywords } = request;
  const filter = { startDay, endDay, groupIds: [...groupIds], trackerIds: [...trackerIds], keywords };
  const problem = findRecordPeriodProblem(request);
  const query = useLocations(filter, problem === null);
  const rows = query.data?.pages.flatMap(({ list }) => list);
  const failure = useListFailure(query);
  const columns = useLocationColumns();
  const isTooMany = query.error instanceof NamedError && query.error.errorName === 'report-devices-many';
  return (
    <ReportScreen page={{ section: 'dataCenter', name: 'locationRecord' }}>
      <FilterBar
        search={tReports('filter.search')}
        keywords={keywords}
        maxLength={LIMITS.name}
        onSearch={(text) => change({ keywords: text })}
        active={countDeviceFilters(request)}
        onClear={() => change(ALL_DEVICES)}
        tools={
          <>
            <ScheduleButton report="locations" filter={filter} order={{}} today={today} />
            <ExportButton
              formats={REPORT_FORMATS}
              start={(format) => client.call('exportLocationData', { ...filter, format })}
              disabled={problem !== null || (rows?.length ?? 0) === 0}
            />
          </>
        }
      >
        <PeriodField period={request} today={today} onChange={change} />
        <DeviceFields {...request} onChange={change} />
      </FilterBar>
      <ReportNotices period={request} problem={problem} recomputing={0} onChange={change} />
      {problem === null && isTooMany && (
        <ChooseDevices
          key={[...groupIds, '', ...trackerIds].join(' ')}
          chosen={{ groupIds, trackerIds }}
          onChoose={change}
        />
      )}
      {problem === null && !isTooMany && (
        <>
          <p className={styles.hint}>{t('hint')}</p>
          <RecordTable<LocationRow>
            label={tReports('page.dataCenter.locationRecord')}
            name="locationReport"
            rows={query.isError ? undefined : rows}
            rowKey={({ trackerId, time }) => `${trackerId} ${time}`}
            columns={columns}
            minWidth={LOCATION_TABLE_WIDTH}
            {...failure}
            empty={t('none')}
            actions={(row) => (
              <RecordTools trackerId={row.trackerId} name={row.trackerName} time={row.time} position={row} />
            )}
            actionsWidth={108}
          />
          {query.hasNextPage && !query.isError && (
            <div className={styles.more}>
              <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('more')}
              </Button>
            </div>
          )}
        </>
      )}
    </ReportScreen>
  );
}
