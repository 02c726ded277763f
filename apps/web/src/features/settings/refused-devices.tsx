import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { Asked } from '../../parts/settings/asked.tsx';
import styles from '../../parts/settings/record-list.module.css';
import { Part } from '../../parts/settings/setting.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useRefusedDevices } from './use-account-settings.ts';

/** Devices of the account whose reports were refused, and why. */
export function RefusedDevices() {
  const { t } = useTranslation('settings');
  const { dateTime, ago } = useFormat();
  const refused = useRefusedDevices();
  const now = useNow(10_000);
  return (
    <Part title={t('refused.title')} about={t('refused.about')}>
      <Asked query={refused}>
        {({ list }) =>
          list.length === 0 ? (
            <p className={styles.empty}>{t('refused.none')}</p>
          ) : (
            <ul className={styles.list} aria-label={t('refused.title')}>
              {list.map((device) => (
                <li key={device.trackerId}>
                  <div className={styles.words}>
                    <strong>{device.trackerName}</strong>
                    <span>
                      {t(`refused.reason.${device.reason}`)} · {device.imei} · {device.protocol} ·{' '}
                      {device.address}
                    </span>
                    <span title={dateTime(device.lastTime)}>
                      {t('refused.times', { count: device.count, ago: ago(device.lastTime, now) })}
                    </span>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
    </Part>
  );
}
