import type { Tracker } from '@wakeline/contract/entities/tracker';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../format/use-format.ts';
import { DeviceIcon } from '../../../../map/icons/device-icon.tsx';
import { fullName } from '../../../../parts/devices/full-name.ts';
import { StatusIcon } from '../../../../parts/devices/status-icon.tsx';
import { useGroups } from '../../../../parts/devices/use-groups.ts';
import type { RecordColumn } from '../../../../parts/records/record-table.tsx';
import styles from './devices.module.css';

/** The columns of the device table. */
export function useDeviceColumns(): readonly RecordColumn<Tracker>[] {
  const { t } = useTranslation('devices');
  const { t: tTrackers } = useTranslation('trackers');
  const { formatDateTime } = useFormat();
  const groups = useGroups().list;
  const text = (value: string) => <span title={value}>{value}</span>;
  return [
    {
      key: 'trackerName',
      title: t('column.trackerName'),
      render: (tracker) => (
        <span className={styles.name}>
          <DeviceIcon
            name={tracker.iconDto.iconUrl}
            custom={tracker.iconDto.iconType === 'CUSTOM'}
            size={20}
          />
          <span title={fullName(tracker)}>{fullName(tracker)}</span>
        </span>
      ),
    },
    { key: 'imei', title: t('column.imei'), width: 170, render: ({ imei }) => text(imei) },
    {
      key: 'status',
      title: t('column.status'),
      width: 110,
      optional: true,
      render: ({ trackerStatusDto: { status } }) => (
        <span className={styles.status}>
          <StatusIcon status={status} />
          {tTrackers(`status.${status}`)}
        </span>
      ),
    },
    {
      key: 'groupName',
      title: t('column.groupName'),
      optional: true,
      render: ({ groupId }) => text(groups.find((group) => group.groupId === groupId)?.gn ?? ''),
    },
    {
      key: 'model',
      title: t('column.model'),
      width: 130,
      optional: true,
      render: ({ model }) => text(model),
    },
    {
      key: 'iotCard',
      title: t('column.iotCard'),
      width: 150,
      optional: true,
      render: ({ iotCard }) => text(iotCard),
    },
    {
      key: 'latestCommTime',
      title: t('column.latestCommTime'),
      width: 180,
      optional: true,
      render: ({ trackerStatusDto: { latestCommTime, fixTime } }) =>
        latestCommTime === null ? (
          t('never')
        ) : (
          <Tooltip title={fixTime === null ? undefined : t('fixTime', { time: formatDateTime(fixTime) })}>
            <span>{formatDateTime(latestCommTime)}</span>
          </Tooltip>
        ),
    },
  ];
}
