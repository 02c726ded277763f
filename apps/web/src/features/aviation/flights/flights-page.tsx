import {
  IconCalendarCancel,
  IconCopy,
  IconFileImport,
  IconPlus,
  IconRoute,
  IconTargetArrow,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { FLIGHT_STATES, type Flight, type FlightState } from '@wakeline/contract/aviation/flights';
import { LIMITS } from '@wakeline/contract/limits';
import { Button, Select } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { serverNow } from '../../../live/live-store.ts';
import { FILTER_POPUP_WIDTH } from '../../../parts/records/choice-filter.tsx';
import { FilterBar } from '../../../parts/records/filter-bar.tsx';
import { RecordActions } from '../../../parts/records/record-actions.tsx';
import { RecordTable } from '../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../parts/records/use-list-failure.ts';
import { ImportDialog } from '../../../parts/sheet-import/import-dialog.tsx';
import { FLIGHT_SHEET } from '../../../parts/sheet-import/sheet-kind.ts';
import { ExportButton } from '../../../parts/tasks/export-button.tsx';
import { useClient } from '../../../service/client.ts';
import { useSession } from '../../../service/session.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Screen } from '../../../ui/screen.tsx';
import { useSearchParams } from '../../../ui/search-params.ts';
import { TimeFilter } from '../../../ui/time-filter.tsx';
import styles from '../aviation.module.css';
import { TaskForm, type TaskSubject } from '../watch-tasks/task-form.tsx';
import { FLIGHT_TABLE_WIDTH, useFlightColumns } from './flight-columns.tsx';
import { FlightForm, type FlightSubject } from './flight-form.tsx';
import {
  countFilters,
  type FlightRequest,
  NO_CONDITIONS,
  parseFlightRequest,
  toFlightFilter,
  toFlightSearch,
} from './flight-request.ts';
import { FLIGHT_QUERIES, useFlightChange, useFlights } from './use-flights.ts';

/** Planned flights with their states. The address contains filter and page. */
export function FlightsPage() {
  const { t } = useTranslation('flights');
  const client = useClient();
  const [search, setSearch] = useSearchParams();
  const [openedAt] = useState(serverNow);
  const request = parseFlightRequest(search);
  const query = useFlights(request);
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useFlightColumns();
  const [subject, setSubject] = useState<FlightSubject | null>(null);
  const [taskSubject, setTaskSubject] = useState<TaskSubject | null>(null);
  const queryClient = useQueryClient();
  const [isImporting, setIsImporting] = useState(false);
  const total = data?.total ?? 0;
  const filter = toFlightFilter(request);
  const isEmpty = data !== undefined && total === 0 && Object.keys(filter).length === 0;

  const change = (next: Partial<FlightRequest>) =>
    setSearch((last) => toFlightSearch({ ...parseFlightRequest(last), index: 1, ...next }), {
      replace: true,
    });
  // Flights of the last page may have been deleted, or an address may ask for a page that does not exist.
  const lastPage = Math.max(1, Math.ceil(total / request.size));
  const beyondEnd = data !== undefined && !query.isPlaceholderData && request.index > lastPage;
  useEffect(() => {
    if (!beyondEnd) return;
    setSearch((last) => toFlightSearch({ ...parseFlightRequest(last), index: lastPage }), { replace: true });
  }, [beyondEnd, lastPage, setSearch]);

  const addButton = data?.abilities.create && (
    <Button type="primary" icon={<IconPlus size={16} />} onClick={() => setSubject({ kind: 'add' })}>
      {t('add')}
    </Button>
  );
  const importButton = data?.abilities.create && (
    <Button icon={<IconFileImport size={16} />} onClick={() => setIsImporting(true)}>
      {t('import')}
    </Button>
  );

  return (
    <Screen title={t('title')} action={!isEmpty && addButton}>
      {!isEmpty && (
        <FilterBar
          search={t('search')}
          keywords={request.keywords}
          maxLength={LIMITS.name}
          onSearch={(keywords) => change({ keywords })}
          active={countFilters(request)}
          onClear={() => change(NO_CONDITIONS)}
          tools={
            <>
              {importButton}
              <ExportButton start={() => client.call('exportFlightsExcel', filter)} disabled={total === 0} />
            </>
          }
        >
          <TimeFilter
            startTime={request.startTime}
            endTime={request.endTime}
            now={openedAt}
            onChange={change}
          />
          <Select
            allowClear
            popupMatchSelectWidth={FILTER_POPUP_WIDTH}
            aria-label={t('stateLabel')}
            placeholder={t('stateLabel')}
            value={request.state}
            options={FLIGHT_STATES.map((value) => ({ value, label: t(`state.${value}`) }))}
            onChange={(state: FlightState | undefined) => change({ state })}
          />
        </FilterBar>
      )}
      <RecordTable<Flight>
        label={t('title')}
        name="flights"
        rows={data?.list}
        rowKey={({ flightId }) => flightId}
        columns={columns}
        minWidth={FLIGHT_TABLE_WIDTH}
        {...failure}
        empty={
          <span className={styles.empty}>
            {t(isEmpty ? 'noneYet' : 'noneFound')}
            {isEmpty && addButton}
            {isEmpty && importButton}
          </span>
        }
        actionsWidth={240}
        actions={(flight) => (
          <FlightActions
            flight={flight}
            canCreate={data?.abilities.create === true}
            onOpen={setSubject}
            onCreateTask={
              data?.abilities.createTask === true ? () => setTaskSubject({ kind: 'add', flight }) : null
            }
          />
        )}
        sort={{
          column: 'takeoffTime',
          descending: request.descending,
          onChange: ({ descending }) => change({ descending }),
        }}
        page={{
          index: request.index,
          size: request.size,
          total,
          onChange: (index, size) => change({ index, size }),
        }}
      />
      <FlightForm subject={subject} onClose={() => setSubject(null)} />
      <TaskForm subject={taskSubject} onClose={() => setTaskSubject(null)} />
      {isImporting && (
        <ImportDialog
          kind={FLIGHT_SHEET}
          onClose={() => setIsImporting(false)}
          onImported={() => void queryClient.invalidateQueries({ queryKey: FLIGHT_QUERIES })}
        />
      )}
    </Screen>
  );
}

interface FlightActionsProps {
  readonly flight: Flight;
  readonly canCreate: boolean;
  readonly onOpen: (subject: FlightSubject) => void;
  /** Null: the user may not create tasks. */
  readonly onCreateTask: (() => void) | null;
}

/** Buttons at the end of a row. */
function FlightActions({ flight, canCreate, onOpen, onCreateTask }: FlightActionsProps) {
  const { t } = useTranslation('flights');
  const navigate = useNavigate();
  const { roles } = useSession();
  const confirm = useConfirm();
  const remove = useFlightChange('deleteFlight');
  const cancel = useFlightChange('cancelFlight');
  const { flightId, flightNumber: name, tailNumber, abilities } = flight;
  const seesLegs = roles.some((role) => role.name === 'eob_plugin_aviation_data');

  const confirmRemoval = () =>
    confirm(
      {
        title: t('deleteTitle', { name }),
        content: t('deleteText'),
        okText: t('delete'),
        successText: t('deleted', { name }),
      },
      () => remove.mutateAsync({ flightIds: [flightId] }),
    );
  const confirmCancelling = () =>
    confirm(
      {
        title: t('cancelTitle', { name }),
        content: t('cancelText'),
        okText: t('cancel'),
        successText: t('cancelled', { name }),
      },
      () => cancel.mutateAsync({ flightId }),
    );

  return (
    <RecordActions
      edit={
        abilities.edit && { label: t('editOne', { name }), onClick: () => onOpen({ kind: 'edit', flight }) }
      }
      remove={abilities.remove && { label: t('deleteOne', { name }), onClick: confirmRemoval }}
    >
      {flight.legId !== null && flight.actualTakeoff !== null && seesLegs && (
        <IconButton
          label={t('openLeg', { name })}
          icon={<IconRoute size={18} stroke={1.75} />}
          onClick={() => {
            const from = String(flight.actualTakeoff);
            const to = String((flight.actualTakeoff ?? 0) + 1);
            navigate(`/aviationData?${new URLSearchParams({ keywords: tailNumber ?? '', from, to })}`);
          }}
        />
      )}
      {onCreateTask !== null && flight.state !== 'cancelled' && (
        <IconButton
          label={t('createTask', { name })}
          icon={<IconTargetArrow size={18} stroke={1.75} />}
          onClick={onCreateTask}
        />
      )}
      {canCreate && (
        <IconButton
          label={t('copyOne', { name })}
          icon={<IconCopy size={18} stroke={1.75} />}
          onClick={() => onOpen({ kind: 'copy', flight })}
        />
      )}
      {abilities.edit && (
        <IconButton
          label={t('cancelOne', { name })}
          icon={<IconCalendarCancel size={18} stroke={1.75} />}
          onClick={confirmCancelling}
        />
      )}
    </RecordActions>
  );
}
