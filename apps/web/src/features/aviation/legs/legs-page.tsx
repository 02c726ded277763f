import { IconBadge3d, IconFileDownload, IconPlayerPlay } from '@tabler/icons-react';
import type { Leg } from '@wakeline/contract/aviation/legs';
import { LIMITS } from '@wakeline/contract/limits';
import { MULTI_TRACK_ROLES, TRACK_ROLES } from '@wakeline/contract/roles';
import { Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { serverNow } from '../../../live/live-store.ts';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { ExportButton } from '../../../parts/tasks/export-button.tsx';
import { useClient } from '../../../service/client.ts';
import { useSession } from '../../../service/session.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useSearchParams } from '../../../ui/search-params.ts';
import { TimeFilter } from '../../../ui/time-filter.tsx';
import styles from '../aviation.module.css';
import { CorrectForm } from './correct-form.tsx';
import { LEG_TABLE_WIDTH, useLegColumns } from './leg-columns.tsx';
import { legReplayQuery } from './leg-replay.ts';
import {
  countFilters,
  LEG_VIEWS,
  type LegRequest,
  NO_CONDITIONS,
  parseLegRequest,
  toLegFilter,
  toLegSearch,
} from './leg-request.ts';
import { SumTable } from './sum-table.tsx';
import { useExportLegIgc, useLegs } from './use-legs.ts';

/** Flights that were found from positions: each leg, or sums by plane, field and day. The address contains all of it. */
export function LegsPage() {
  const { t } = useTranslation('legs');
  const client = useClient();
  const [search, setSearch] = useSearchParams();
  const [openedAt] = useState(serverNow);
  const request = parseLegRequest(search);
  const { view } = request;
  const query = useLegs(request, view === 'legs');
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useLegColumns();
  const [subject, setSubject] = useState<Leg | null>(null);
  const total = data?.total ?? 0;
  const filter = toLegFilter(request);
  const isEmpty = data !== undefined && total === 0 && Object.keys(filter).length === 0;

  const change = (next: Partial<LegRequest>) =>
    setSearch((last) => toLegSearch({ ...parseLegRequest(last), index: 1, ...next }), { replace: true });
  // An address may ask for a page that does not exist.
  const lastPage = Math.max(1, Math.ceil(total / request.size));
  const beyondEnd = data !== undefined && !query.isPlaceholderData && request.index > lastPage;
  useEffect(() => {
    if (!beyondEnd) return;
    setSearch((last) => toLegSearch({ ...parseLegRequest(last), index: lastPage }), { replace: true });
  }, [beyondEnd, lastPage, setSearch]);

  return (
    <Screen title={t('title')}>
      <Segmented
        className={styles.views ?? ''}
        value={view}
        options={LEG_VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
        onChange={(value) => change({ view: value })}
      />
      <FilterBar
        search={t('search')}
        keywords={request.keywords}
        maxLength={LIMITS.name}
        onSearch={(keywords) => change({ keywords })}
        active={countFilters(request)}
        onClear={() => change(NO_CONDITIONS)}
        tools={<ExportButton start={() => client.call('exportLegsExcel', filter)} disabled={isEmpty} />}
      >
        <TimeFilter
          startTime={request.startTime}
          endTime={request.endTime}
          now={openedAt}
          onChange={change}
        />
      </FilterBar>
      {view === 'legs' ? (
        <RecordTable<Leg>
          label={t('title')}
          name="legs"
          rows={data?.list}
          rowKey={({ legId }) => legId}
          columns={columns}
          minWidth={LEG_TABLE_WIDTH}
          {...failure}
          empty={t(isEmpty ? 'none' : 'noneFound')}
          actionsWidth={160}
          actions={(leg) => (
            <RecordActions
              edit={
                data?.abilities.correct === true && {
                  label: t('correctOne', { name: leg.tailNumber }),
                  onClick: () => setSubject(leg),
                }
              }
              remove={false}
            >
              <TrackTools leg={leg} />
            </RecordActions>
          )}
          page={{
            index: request.index,
            size: request.size,
            total,
            onChange: (index, size) => change({ index, size }),
          }}
        />
      ) : (
        <SumTable by={view} request={request} onMeasure={(measure) => change({ measure })} />
      )}
      <CorrectForm leg={subject} onClose={() => setSubject(null)} />
    </Screen>
  );
}

/** Opens the replay of a leg, on the map and in 3D, and exports its track. */
function TrackTools({ leg }: { readonly leg: Leg }) {
  const { t } = useTranslation('legs');
  const navigate = useNavigate();
  const { roles } = useSession();
  const isGranted = (wanted: readonly string[]) => roles.some(({ name }) => wanted.includes(name));
  const exporting = useExportLegIgc();
  const query = legReplayQuery(leg, serverNow());
  if (query === null) return null;
  const name = leg.tailNumber;
  return (
    <>
      {isGranted(TRACK_ROLES) && (
        <IconButton
          label={t('replay', { name })}
          icon={<IconPlayerPlay size={18} stroke={1.75} />}
          onClick={() => navigate(`/traceReplaySingle${query}`)}
        />
      )}
      {isGranted(MULTI_TRACK_ROLES) && (
        <IconButton
          label={t('replay3d', { name })}
          icon={<IconBadge3d size={18} stroke={1.75} />}
          onClick={() => navigate(`/threeDPlayback${query}`)}
        />
      )}
      <IconButton
        label={t('igc', { name })}
        icon={<IconFileDownload size={18} stroke={1.75} />}
        onClick={() => exporting.mutate({ legId: leg.legId })}
      />
    </>
  );
}
