import type { UnregisteredDevice } from '@wakeline/contract/trackers/unregistered';
import { PROTOCOL_NAMES } from '@wakeline/domain/devices/protocols';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../../format/use-format.ts';
import { buildMapPositionUrl } from '../../../../parts/addresses/map-position-url.ts';
import type { RecordColumn } from '../../../../parts/records/record-table.tsx';

/** The columns of the list of unregistered devices. */
export function useUnregisteredColumns(): readonly RecordColumn<UnregisteredDevice>[] {
  const { t } = useTranslation('deviceMessages');
  const { t: tTrackers } = useTranslation('trackers');
  const { formatCoordinates, formatCount, formatDateTime } = useFormat();
  const time = (value: number) => <span>{formatDateTime(value)}</span>;
  return [
    {
      key: 'imei',
      title: t('column.imei'),
      width: 190,
      render: ({ imei }) => <span title={imei}>{imei}</span>,
    },
    {
      key: 'protocol',
      title: t('column.protocol'),
      width: 190,
      render: ({ protocol }) => {
        const name = PROTOCOL_NAMES.find((known) => known === protocol);
        return name === undefined ? protocol : tTrackers(`protocolName.${name}`);
      },
    },
    { key: 'lastTime', title: t('column.lastTime'), width: 180, render: ({ lastTime }) => time(lastTime) },
    {
      key: 'firstTime',
      title: t('column.firstTime'),
      width: 180,
      optional: true,
      render: ({ firstTime }) => time(firstTime),
    },
    {
      key: 'count',
      title: t('column.count'),
      width: 110,
      optional: true,
      render: ({ count }) => formatCount(count),
    },
    {
      key: 'address',
      title: t('column.address'),
      width: 150,
      optional: true,
      render: ({ address }) => <span title={address}>{address}</span>,
    },
    {
      key: 'position',
      title: t('column.position'),
      optional: true,
      render: ({ position }) =>
        position === null ? (
          t('noPosition')
        ) : (
          <Tooltip title={t('positionTime', { time: formatDateTime(position.time) })}>
            <Link to={buildMapPositionUrl(position)}>
              {formatCoordinates(position.latitude, position.longitude)}
            </Link>
          </Tooltip>
        ),
    },
  ];
}
