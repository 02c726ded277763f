import type { Device } from '@wakeline/contract/trackers/devices';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDistance, formatPercent } from '../../../../format/quantities.ts';
import { useFormat } from '../../../../format/use-format.ts';
import { Value } from '../../../../format/value.tsx';
import { DeviceIcon } from '../../../../map/icons/device-icon.tsx';
import { fullName } from '../../../../parts/devices/full-name.ts';
import { StatusIcon } from '../../../../parts/devices/status-icon.tsx';
import type { RecordColumn } from '../../../../parts/records/record-table.tsx';
import { toValidDate } from '../../valid-date.ts';
import { ActivationTag } from '../validity/activation-tag.tsx';
import styles from './devices.module.css';

/** The columns of the device table; their keys are the sort orders of the contract. */
export function useDeviceColumns(): readonly RecordColumn<Device>[] {
  const { t } = useTranslation('devices');
  const { t: tTrackers } = useTranslation('trackers');
  const { formatDateTime, timeZone } = useFormat();
  const text = (value: string) => (value === '' ? null : <span title={value}>{value}</span>);
  const column = (
    key: keyof typeof COLUMN_WIDTHS,
    render: RecordColumn<Device>['render'],
    initiallyHidden = false,
  ): RecordColumn<Device> => ({
    key,
    title: t(`column.${key}`),
    width: COLUMN_WIDTHS[key],
    sortable: key !== 'activation' && key !== 'note',
    optional: key !== 'trackerName',
    initiallyHidden,
    render,
  });
  return [
    column('trackerName', (device) => (
      <Link to={`/deviceManger/${device.trackerId}`} className={styles.name} title={fullName(device)}>
        <DeviceIcon name={device.iconDto.iconUrl} custom={device.iconDto.iconType === 'CUSTOM'} size={20} />
        <span>{fullName(device)}</span>
      </Link>
    )),
    column('imei', ({ imei }) => text(imei)),
    column('status', ({ trackerStatusDto: { status } }) => (
      <span className={styles.status}>
        <StatusIcon status={status} />
        {tTrackers(`status.${status}`)}
      </span>
    )),
    column('activation', ({ activation }) => <ActivationTag activation={activation} />),
    column('groupName', ({ groupName }) => text(groupName)),
    column('model', ({ model }) => text(model)),
    column('latestCommTime', ({ trackerStatusDto: { latestCommTime } }) =>
      latestCommTime === null ? (
        <span className={styles.muted}>{t('never')}</span>
      ) : (
        formatDateTime(latestCommTime)
      ),
    ),
    column('validUntil', ({ validUntil }) =>
      validUntil === null ? (
        <span className={styles.muted}>{tTrackers('validUnlimited')}</span>
      ) : (
        toValidDate(validUntil, timeZone)
      ),
    ),
    column('iotCard', ({ iotCard }) => text(iotCard), true),
    column('label', ({ label }) => text(label), true),
    column(
      'electricity',
      ({ trackerStatusDto: { electricity } }) => (
        <Value quantity={electricity === null ? null : formatPercent(electricity)} />
      ),
      true,
    ),
    column(
      'protocol',
      ({ protocol }) => tTrackers(protocol === null ? 'protocolAny' : `protocolName.${protocol}`),
      true,
    ),
    column(
      'mileage',
      ({ trackerStatusDto: { mileage, fixTime } }) => (
        <Value quantity={fixTime === null ? null : formatDistance(mileage)} />
      ),
      true,
    ),
    column('createdTime', ({ createdTime }) => formatDateTime(createdTime), true),
    column('note', ({ note }) => text(note), true),
  ];
}

/** Pixels. */
const COLUMN_WIDTHS = {
  trackerName: 220,
  imei: 160,
  status: 120,
  activation: 128,
  groupName: 140,
  model: 120,
  latestCommTime: 170,
  validUntil: 120,
  iotCard: 150,
  label: 100,
  electricity: 90,
  protocol: 120,
  mileage: 110,
  createdTime: 170,
  note: 180,
} as const;

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const DEVICE_TABLE_WIDTH = 1_200;
