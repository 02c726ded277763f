import { IconPlus, IconSearch, IconX } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { Tracker } from '@wakeline/contract/entities/tracker';
import { TRACKER_STATUSES, type TrackerStatus } from '@wakeline/domain/tracker-state/tracker-status';
import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { TrackerSubject } from '../../../../parts/devices/subjects.ts';
import { useLiveControl } from '../../../../parts/freshness/live-control.ts';
import { RecordActions } from '../../../../parts/records/record-actions.tsx';
import { RecordTable } from '../../../../parts/records/record-table.tsx';
import { useConfirm } from '../../../../parts/records/use-confirm.ts';
import { useListFailure } from '../../../../parts/records/use-list-failure.ts';
import { useClient } from '../../../../service/client.ts';
import { TrackerForm } from '../../tracker-form.tsx';
import { useDeviceColumns } from './device-columns.tsx';
import { type DeviceRequest, parseDeviceRequest, withDeviceRequest } from './device-request.ts';
import styles from './devices.module.css';
import { DEVICE_PAGES_KEY, useDevicePage } from './use-device-page.ts';

/** All devices as a table. The address contains filter and page. */
export function DevicesTab() {
  const { t } = useTranslation('devices');
  const { t: tTrackers } = useTranslation('trackers');
  const client = useClient();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const { canAdd } = useLiveControl();
  const [search, setSearch] = useSearchParams();
  const request = parseDeviceRequest(search);
  const { keywords, status } = request;
  const query = useDevicePage(request);
  const { data } = query;
  const failure = useListFailure(query);
  const columns = useDeviceColumns();
  const [subject, setSubject] = useState<TrackerSubject | null>(null);
  const isFiltered = keywords !== '' || status !== null;

  const change = (next: Partial<DeviceRequest>) =>
    setSearch((last) => withDeviceRequest(last, { ...parseDeviceRequest(last), index: 1, ...next }));
  const reload = () => queryClient.invalidateQueries({ queryKey: DEVICE_PAGES_KEY });

  function remove({ trackerId, trackerName: name }: Tracker): void {
    confirm(
      {
        title: tTrackers('removeTitle', { name }),
        content: tTrackers('removeText'),
        okText: tTrackers('remove'),
        successText: tTrackers('removed', { name }),
      },
      async () => {
        await client.call('removeTracker', { trackerId });
        await reload();
      },
    );
  }

  return (
    <>
      <search className={styles.filters}>
        <Input.Search
          // Remounts the field when the address changes.
          key={keywords}
          className={styles.search ?? ''}
          defaultValue={keywords}
          allowClear={{ clearIcon: <IconX size={14} role="img" aria-label={t('clear')} /> }}
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={100}
          enterButton={<Button aria-label={t('searchStart')} icon={<IconSearch size={16} />} />}
          onSearch={(text) => change({ keywords: text.trim() })}
        />
        <Select<TrackerStatus | ''>
          aria-label={t('column.status')}
          value={status ?? ''}
          options={[
            { value: '', label: t('allStatuses') },
            ...TRACKER_STATUSES.map((value) => ({ value, label: tTrackers(`status.${value}`) })),
          ]}
          onChange={(selected) => change({ status: selected === '' ? null : selected })}
        />
        {canAdd && (
          <Button
            type="primary"
            className={styles.add ?? ''}
            icon={<IconPlus size={16} />}
            onClick={() => setSubject({ kind: 'add', groupId: null })}
          >
            {tTrackers('add')}
          </Button>
        )}
      </search>
      <RecordTable<Tracker>
        label={t('tab.devices')}
        name="devices"
        rows={data?.list}
        rowKey={({ trackerId }) => trackerId}
        columns={columns}
        {...failure}
        empty={t(isFiltered ? 'noneFound' : 'none')}
        actions={(tracker) => (
          <RecordActions
            edit={
              tracker.abilities.edit && {
                label: t('edit', { name: tracker.trackerName }),
                onClick: () => setSubject({ kind: 'edit', tracker }),
              }
            }
            remove={
              tracker.abilities.remove && {
                label: t('remove', { name: tracker.trackerName }),
                onClick: () => remove(tracker),
              }
            }
          />
        )}
        page={{
          index: request.index,
          size: request.size,
          total: data?.total ?? 0,
          onChange: (index, size) => change({ index, size }),
        }}
      />
      <TrackerForm subject={subject} onClose={() => setSubject(null)} onSaved={() => void reload()} />
    </>
  );
}
