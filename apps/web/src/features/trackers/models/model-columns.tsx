import type { TrackModel } from '@wakeline/contract/trackers/models';
import { Tag } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeviceIcon } from '../../../map/icons/device-icon.tsx';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import styles from './models.module.css';

/** The columns of the table of models. */
export function useModelColumns(): readonly RecordColumn<TrackModel>[] {
  const { t } = useTranslation('deviceModels');
  const { t: tTrackers } = useTranslation('trackers');
  return [
    {
      key: 'modelName',
      title: t('column.modelName'),
      render: ({ modelName, modelId, iconDto }) => (
        <span className={styles.name}>
          <DeviceIcon name={iconDto.iconUrl} custom={iconDto.iconType === 'CUSTOM'} size={20} />
          <span title={modelName}>{modelName}</span>
          {modelId !== null && <Tag>{t('own')}</Tag>}
        </span>
      ),
    },
    {
      key: 'vendor',
      title: t('column.vendor'),
      width: 140,
      optional: true,
      render: ({ vendor }) => vendor && <span title={vendor}>{vendor}</span>,
    },
    {
      key: 'protocol',
      title: t('column.protocol'),
      width: 210,
      optional: true,
      render: ({ protocol }) => tTrackers(protocol === null ? 'protocolAny' : `protocolName.${protocol}`),
    },
    { key: 'port', title: t('column.port'), width: 80, optional: true, render: ({ port }) => port },
    {
      key: 'power',
      title: t('column.power'),
      width: 130,
      optional: true,
      render: ({ power }) => (power === null ? '' : t(`powerKind.${power}`)),
    },
    {
      key: 'basedOn',
      title: t('column.basedOn'),
      width: 130,
      optional: true,
      render: ({ basedOn }) => basedOn && <span title={basedOn}>{basedOn}</span>,
    },
    {
      key: 'devices',
      title: t('column.devices'),
      width: 100,
      render: ({ devices, modelName }) =>
        devices === 0 ? (
          <span className={styles.count}>0</span>
        ) : (
          <Link
            className={styles.count}
            to={{ search: new URLSearchParams({ tab: 'devices', model: modelName }).toString() }}
            aria-label={t('showDevices', { count: devices, name: modelName })}
          >
            {devices}
          </Link>
        ),
    },
  ];
}
