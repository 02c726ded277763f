import { IconPlus } from '@tabler/icons-react';
import type { Device, DeviceSort } from '@wakeline/contract/trackers/devices';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { serverNow } from '../../../../live/live-store.ts';
import type { DeviceSelection } from '../../../../parts/devices/device-selection.ts';
import type { TrackerSubject } from '../../../../parts/devices/subjects.ts';
import { RecordActions } from '../../../../parts/records/record-actions.tsx';
import { RecordTable } from '../../../../parts/records/record-table.tsx';
import { useListFailure } from '../../../../parts/records/use-list-failure.ts';
import { useTickedRows } from '../../../../parts/records/use-ticked-rows.ts';
import { useSearchParams } from '../../../../ui/search-params.ts';
import { SheetButtons } from '../../sheets/sheet-buttons.tsx';
import { TrackerForm } from '../../tracker-form.tsx';
import { BatchBar } from '../batch/batch-bar.tsx';
import { DEVICE_TABLE_WIDTH, useDeviceColumns } from './device-columns.tsx';
import { DeviceFilters } from './device-filters.tsx';
import {
  type DeviceConditions,
  type DeviceRequest,
  isFiltered,
  NO_CONDITIONS,
  parseDeviceRequest,
  toDeviceFilter,
  withDeviceRequest,
} from './device-request.ts';
import styles from './devices.module.css';
import { ExpiringNote } from './expiring-note.tsx';
import { useDevicePage, useReloadDevices } from './use-device-page.ts';
import { useRemoveDevice } from './use-remove-device.ts';

/** All devices as a table. The address contains filter, order and page. */
export function DevicesTab() {
  const { t } = useTranslation('devices');
  const { t: tTrackers } = useTranslation('trackers');
  const { formatCount } = useFormat();
  const [search, setSearch] = useSearchParams();
  const request = parseDeviceRequest(search);
  const { conditions } = request;
  const query = useDevicePage(request);
  const { data } = query;
  const rows = data?.list ?? [];
  const total = data?.total ?? 0;
  const failure = useListFailure(query);
  const columns = useDeviceColumns();
  const selected = useTickedRows<DeviceSelection>({
    conditions,
    pageIds: rows.map(({ trackerId }) => trackerId),
    total,
    toTicked: (trackerIds) => ({ kind: 'ticked', trackerIds }),
    toMatching: () => ({
      kind: 'matching',
      deviceFilter: toDeviceFilter(conditions, serverNow()),
      count: total,
    }),
  });
  const remove = useRemoveDevice();
  const reload = useReloadDevices();
  const [subject, setSubject] = useState<TrackerSubject | null>(null);
  const isEmpty = data !== undefined && total === 0 && !isFiltered(conditions);
  const canEdit = rows.some(({ abilities }) => abilities.edit);

  const change = (next: Partial<DeviceRequest>) =>
    setSearch((last) => withDeviceRequest(last, { ...parseDeviceRequest(last), index: 1, ...next }));
  // Devices of the last page may have been deleted, or an address may ask for a page that no longer exists.
  const lastPage = Math.max(1, Math.ceil(total / request.size));
  const beyondEnd = data !== undefined && !query.isPlaceholderData && request.index > lastPage;
  useEffect(() => {
    if (!beyondEnd) return;
    setSearch((last) => withDeviceRequest(last, { ...parseDeviceRequest(last), index: lastPage }), {
      replace: true,
    });
  }, [beyondEnd, lastPage, setSearch]);
  const filter = (next: Partial<DeviceConditions>) => change({ conditions: { ...conditions, ...next } });

  const addButton = data?.abilities.add && (
    <Button
      type="primary"
      icon={<IconPlus size={16} />}
      onClick={() => setSubject({ kind: 'add', groupId: conditions.groupId ?? null })}
    >
      {tTrackers('add')}
    </Button>
  );

  return (
    <>
      <div className={styles.head}>
        <p>{data && !isEmpty && t('total', { count: total, number: formatCount(total) })}</p>
        <span className={styles.tools}>
          <SheetButtons
            canImport={data?.abilities.add ?? false}
            deviceFilter={() => toDeviceFilter(conditions, serverNow())}
            onImported={() => void reload()}
          />
          {!isEmpty && addButton}
        </span>
      </div>
      <ExpiringNote onShow={(next) => change({ conditions: next })} />
      {!isEmpty && (
        <DeviceFilters
          conditions={conditions}
          onChange={filter}
          onClear={() => change({ conditions: NO_CONDITIONS })}
        />
      )}
      {canEdit && (
        <BatchBar
          selected={selected}
          total={total}
          canRemove={rows.some(({ abilities }) => abilities.remove)}
          canTransfer={data?.abilities.transfer ?? false}
        />
      )}
      <RecordTable<Device>
        label={t('tab.devices')}
        name="devices"
        rows={data?.list}
        rowKey={({ trackerId }) => trackerId}
        columns={columns}
        minWidth={DEVICE_TABLE_WIDTH}
        {...failure}
        empty={
          <span className={styles.empty}>
            {t(isEmpty ? 'none' : 'noneFound')}
            {isEmpty && addButton}
          </span>
        }
        sort={{
          column: request.sort,
          descending: request.descending,
          // The keys of the sortable columns are the sort orders.
          onChange: ({ column, descending }) => change({ sort: column as DeviceSort, descending }),
        }}
        {...(canEdit
          ? {
              selection: {
                keys: selected.keys,
                onChange: selected.tick,
                rowLabel: ({ trackerName }) => t('tick', { name: trackerName }),
                pageLabel: t('tickPage'),
              },
            }
          : {})}
        actions={(device) => (
          <RecordActions
            edit={
              device.abilities.edit && {
                label: t('edit', { name: device.trackerName }),
                onClick: () => setSubject({ kind: 'edit', tracker: device }),
              }
            }
            remove={
              device.abilities.remove && {
                label: t('remove', { name: device.trackerName }),
                onClick: () => remove(device),
              }
            }
          />
        )}
        page={{
          index: request.index,
          size: request.size,
          total,
          onChange: (index, size) => change({ index, size }),
        }}
      />
      <TrackerForm subject={subject} onClose={() => setSubject(null)} onSaved={() => void reload()} />
    </>
  );
}
