import type { BdUser } from '@wakeline/contract/satellite/accounts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../format/use-format.ts';
import type { RecordColumn } from '../../parts/records/record-table.tsx';
import { useSession } from '../../service/session.ts';
import { MachineState } from './machine-state.tsx';
import styles from './satellite.module.css';

/** Width in pixels of the columns that are visible at first; a narrower table scrolls sideways. */
export const ACCOUNT_TABLE_WIDTH = 1_110;
/** Of the column that only accounts with such a card have. */
export const MACHINE_WIDTH = 210;

/** @param hasMachine whether a card belongs to a command machine */
export function useAccountColumns(hasMachine: boolean): readonly RecordColumn<BdUser>[] {
  const { t } = useTranslation('satellite');
  const { formatDateTime } = useFormat();
  const opensDevices = useSession().roles.some(({ name }) => name === 'eob_plugin_device_mg');
  const text = (value: string) => (value === '' ? null : <span title={value}>{value}</span>);
  return [
    { key: 'name', title: t('name'), width: 150, render: ({ bdUserName }) => text(bdUserName) },
    {
      key: 'card',
      title: t('cardNumber'),
      width: 160,
      render: ({ cardNumber }) => <span className={styles.number}>{cardNumber}</span>,
    },
    {
      key: 'network',
      title: t('network'),
      width: 110,
      optional: true,
      render: ({ network }) => t(`networkName.${network}`),
    },
    {
      key: 'device',
      title: t('device'),
      width: 200,
      optional: true,
      render: ({ trackerId, trackerName }) => {
        if (trackerId === null) return <span className={styles.muted}>{t('unbound')}</span>;
        const name = trackerName ?? '';
        return opensDevices ? (
          <Link to={`/deviceManger/${trackerId}`} className={styles.device} title={name}>
            {name}
          </Link>
        ) : (
          text(name)
        );
      },
    },
    ...(hasMachine
      ? [
          {
            key: 'machine',
            title: t('machine.title'),
            width: MACHINE_WIDTH,
            optional: true,
            render: ({ machine }: BdUser) => machine !== null && <MachineState machine={machine} />,
          },
        ]
      : []),
    {
      key: 'level',
      title: t('level'),
      width: 80,
      optional: true,
      render: ({ level }) => level !== null && <span className={styles.number}>{level}</span>,
    },
    {
      key: 'frequency',
      title: t('frequency'),
      width: 160,
      optional: true,
      render: ({ frequency }) =>
        frequency !== null && (
          <span className={styles.number}>{t('frequencySeconds', { count: frequency })}</span>
        ),
    },
    {
      key: 'gateway',
      title: t('gateway'),
      width: 160,
      optional: true,
      render: ({ gateway }) =>
        gateway === null ? (
          <span className={styles.muted}>{t('gatewayDefault')}</span>
        ) : (
          text(t(`gatewayName.${gateway}`))
        ),
    },
    { key: 'note', title: t('note'), optional: true, render: ({ note }) => text(note) },
    {
      key: 'created',
      title: t('created'),
      width: 170,
      optional: true,
      initiallyHidden: true,
      render: ({ createTime }) => <span className={styles.number}>{formatDateTime(createTime)}</span>,
    },
  ];
}
