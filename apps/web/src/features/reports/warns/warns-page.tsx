import { IconClipboardList } from '@tabler/icons-react';
import { LIMITS } from '@wakeline/contract/limits';
import { REPORT_FORMATS } from '@wakeline/contract/reports/report-files';
import type { WarnRow } from '@wakeline/contract/reports/warns';
import { WARN_FIGURE_TEXTS, WARN_FIGURES } from '@wakeline/contract/reports/warns-texts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../i18n/i18n.ts';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { ExportButton } from '../../../parts/tasks/export-button.tsx';
import { useClient } from '../../../service/client.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { DeviceFields } from '../device-fields.tsx';
import { FigureHelp } from '../figure-help.tsx';
import { PeriodField } from '../period-field.tsx';
import { RecordTools } from '../report-cells.tsx';
import { findRecordPeriodProblem, ReportNotices } from '../report-notices.tsx';
import { ALL_DEVICES } from '../report-request.ts';
import { ReportScreen } from '../report-screen.tsx';
import { ScheduleButton } from '../schedules/schedule-button.tsx';
import { useFirstPageBeyondEnd, useReportAddress } from '../use-report-address.ts';
import { HandlingFields } from './handling-fields.tsx';
import { KindFields } from './kind-fields.tsx';
import { useWarns } from './use-warns.ts';
import { useWarnColumns, WARN_TABLE_WIDTH } from './warn-columns.tsx';
import { WarnDrawer } from './warn-drawer.tsx';
import { countWarnFilters, parseWarnRequest, toWarnFilter, toWarnSearch } from './warn-request.ts';

/** Alarms of devices in a period. The address contains all of it. */
export function WarnsPage() {
  const { t } = useTranslation('warnReport');
  const { t: tReports } = useTranslation('reports');
  const language = useLanguage();
  const client = useClient();
  const { request, today, change } = useReportAddress(parseWarnRequest, toWarnSearch);
  const { index, size, descending } = request;
  const problem = findRecordPeriodProblem(request);
  const query = useWarns(request, today, problem === null);
  useFirstPageBeyondEnd(query, request, change);
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useWarnColumns();
  const isUnlimited = countWarnFilters(request) === 0 && request.keywords === '';
  return (
    <ReportScreen
      page={{ section: 'dataCenter', name: 'warnDataRecord' }}
      action={<FigureHelp figures={WARN_FIGURES.map((name) => WARN_FIGURE_TEXTS[language][name])} />}
    >
      <FilterBar
        search={tReports('filter.search')}
        keywords={request.keywords}
        maxLength={LIMITS.name}
        onSearch={(keywords) => change({ keywords })}
        active={countWarnFilters(request)}
        onClear={() => change({ ...ALL_DEVICES, msgTypes: [], levels: [], handling: [], isRead: null })}
        tools={
          <>
            <ScheduleButton
              report="warns"
              filter={toWarnFilter(request)}
              order={{ direction: descending ? 'descending' : 'ascending' }}
              today={today}
            />
            <ExportButton
              formats={REPORT_FORMATS}
              start={(format) =>
                client.call('exportWarnData', {
                  ...toWarnFilter(request),
                  ...{ format, direction: descending ? 'descending' : 'ascending' },
                })
              }
              disabled={problem !== null || (data?.total ?? 0) === 0}
            />
          </>
        }
      >
        <PeriodField period={request} today={today} onChange={change} />
        <DeviceFields {...request} onChange={change} />
        <KindFields {...request} onChange={change} />
        <HandlingFields {...request} onChange={change} />
      </FilterBar>
      <ReportNotices period={request} problem={problem} recomputing={0} onChange={change} />
      {problem === null && (
        <RecordTable<WarnRow>
          label={tReports('page.dataCenter.warnDataRecord')}
          name="warnReport"
          rows={data?.list}
          rowKey={({ key }) => key}
          columns={columns}
          minWidth={WARN_TABLE_WIDTH}
          {...failure}
          empty={t(isUnlimited ? 'none' : 'noneFound')}
          actions={({ trackerId, trackerName: name, time, location, messageId, handling }) => (
            <RecordTools {...{ trackerId, name, time }} position={location}>
              {messageId !== null && handling !== null && (
                <IconButton
                  label={t('details', { name })}
                  icon={<IconClipboardList size={18} stroke={1.75} />}
                  onClick={() => change({ messageId, index })}
                />
              )}
            </RecordTools>
          )}
          actionsWidth={140}
          sort={{
            ...{ column: 'time', descending },
            onChange: (order) => change({ descending: order.descending }),
          }}
          page={{
            ...{ index, size, total: data?.total ?? 0 },
            onChange: (nextIndex, nextSize) => change({ index: nextIndex, size: nextSize }),
          }}
        />
      )}
      <WarnDrawer
        messageId={request.messageId}
        onClose={() => {
          change({ messageId: null, index });
          void query.refetch();
        }}
      />
    </ReportScreen>
  );
}
