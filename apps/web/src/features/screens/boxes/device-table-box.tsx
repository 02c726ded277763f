import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { StatusIcon } from '../../../parts/devices/status-icon.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { useFirstDevices } from '../fleet.ts';
import { RollingList } from '../rolling-list.tsx';
import { useScreenSource } from '../screen-source.ts';
import type { BoxContentProps } from './box-content.ts';
import { BoxEmpty } from './box-empty.tsx';
import styles from './boxes.module.css';
import { DeviceName } from './device-name.tsx';

/** Rows of the table: those that are looked at first. */
const ROWS = 60;

/** The devices that are looked at first, with status, speed, battery and last report. */
export function DeviceTableBox({ box: { groupId } }: BoxContentProps) {
  const { t } = useTranslation(['screens', 'trackers', 'format']);
  const { formatSpeed, formatRelativeTime } = useFormat();
  const { isReady, now } = useScreenSource();
  useNow(10_000);
  const devices = useFirstDevices(groupId, ROWS);
  if (!isReady) return <BoxEmpty text={null} />;
  if (devices.length === 0) return <BoxEmpty text={t('screens:noDevices')} />;
  return (
    <RollingList label={t('screens:kind.deviceTable')} count={devices.length}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('screens:column.device')}</th>
            <th scope="col">{t('screens:column.status')}</th>
            <th scope="col">{t('screens:column.speed')}</th>
            <th scope="col">{t('screens:column.battery')}</th>
            <th scope="col">{t('screens:column.report')}</th>
          </tr>
        </thead>
        <tbody>
          {devices.map(
            ({
              trackerId,
              trackerName,
              trackerStatusDto: { status, speed, electricity, latestCommTime },
            }) => {
              const quantity = speed === null ? null : formatSpeed(speed);
              return (
                <tr key={trackerId}>
                  <th scope="row">
                    <DeviceName trackerId={trackerId} trackerName={trackerName} />
                  </th>
                  <td>
                    <span className={styles.status}>
                      <StatusIcon status={status} size={12} />
                      {t(`trackers:status.${status}`)}
                    </span>
                  </td>
                  <td>
                    {quantity === null ? '—' : `${quantity.value} ${t(`format:unit.${quantity.unit}`)}`}
                  </td>
                  <td>{electricity === null ? '—' : `${Math.round(electricity)} %`}</td>
                  <td>{latestCommTime === null ? '—' : formatRelativeTime(latestCommTime, now())}</td>
                </tr>
              );
            },
          )}
        </tbody>
      </table>
    </RollingList>
  );
}
