import type { Plane } from '@wakeline/contract/aviation/planes';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeviceIcon } from '../../../map/icons/device-icon.tsx';
import type { RecordColumn } from '../../../parts/records/record-table.tsx';
import { useSession } from '../../../service/session.ts';
import styles from '../aviation.module.css';
import { TimeWithUtc } from '../time-with-utc.tsx';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const PLANE_TABLE_WIDTH = 1_160;

export function usePlaneColumns(): readonly RecordColumn<Plane>[] {
  const { t } = useTranslation('planes');
  const opensDevices = useSession().roles.some(({ name }) => name === 'eob_plugin_device_mg');
  const text = (value: string) => (value === '' ? null : <span title={value}>{value}</span>);
  return [
    {
      key: 'tailNumber',
      title: t('tailNumber'),
      width: 170,
      sortable: true,
      render: ({ tailNumber, icon }) => (
        <span className={styles.named} title={tailNumber}>
          <DeviceIcon name={icon} size={20} />
          <span>{tailNumber}</span>
        </span>
      ),
    },
    {
      key: 'kind',
      title: t('kind'),
      width: 150,
      optional: true,
      sortable: true,
      render: ({ kind }) => text(t(`kindName.${kind}`)),
    },
    {
      key: 'model',
      title: t('model'),
      width: 130,
      optional: true,
      sortable: true,
      render: ({ model }) => text(model),
    },
    {
      key: 'trackerName',
      title: t('device'),
      width: 190,
      optional: true,
      sortable: true,
      render: ({ trackerId, trackerName }) => {
        if (trackerId === null) return <span className={styles.muted}>{t('unbound')}</span>;
        const name = trackerName ?? '';
        return opensDevices ? (
          <Link to={`/deviceManger/${trackerId}`} className={styles.link} title={name}>
            {name}
          </Link>
        ) : (
          text(name)
        );
      },
    },
    {
      key: 'hexAddress',
      title: t('hexAddress'),
      width: 120,
      optional: true,
      render: ({ hexAddress }) =>
        hexAddress !== null && <span className={styles.code}>{hexAddress.toUpperCase()}</span>,
    },
    {
      key: 'groupName',
      title: t('group'),
      width: 150,
      optional: true,
      sortable: true,
      render: ({ groupName }) => text(groupName),
    },
    {
      key: 'limits',
      title: t('limits.short'),
      width: 130,
      optional: true,
      initiallyHidden: true,
      render: ({ thresholds }) =>
        Object.keys(thresholds).length > 0 && t('limits.changed', { count: Object.keys(thresholds).length }),
    },
    {
      key: 'layout',
      title: t('layout'),
      width: 120,
      optional: true,
      initiallyHidden: true,
      render: ({ layout }) => text(layout),
    },
    { key: 'note', title: t('note'), optional: true, render: ({ note }) => text(note) },
    {
      key: 'createTime',
      title: t('created'),
      width: 200,
      optional: true,
      sortable: true,
      initiallyHidden: true,
      render: ({ createTime }) => <TimeWithUtc time={createTime} />,
    },
  ];
}
