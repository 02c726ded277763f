import { useTranslation } from 'react-i18next';
import { useFormat } from '../../format/use-format.ts';
import { QueryContent } from '../../parts/settings/query-content.tsx';
import styles from '../../parts/settings/record-list.module.css';
import { SettingsSection } from '../../parts/settings/setting.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useRefusedDevices } from './use-account-settings.ts';

/** Devices of the account whose reports were refused, with the reason. */
export function RefusedDevices() {
  const { t } = useTranslation('settings');
  const { formatDateTime, formatRelativeTime } = useFormat();
  const refused = useRefusedDevices();
  const now = useNow(10_000);
  return (
    <SettingsSection title={t('refused.title')} description={t('refused.about')}>
      <QueryContent query={refused}>
        {({ list }) =>
          list.length === 0 ? (
            <p className={styles.empty}>{t('refused.none')}</p>
          ) : (
            <ul className={styles.list} aria-label={t('refused.title')}>
              {list.map((device) => (
                <li key={device.trackerId}>
                  <div className={styles.text}>
                    <strong>{device.trackerName}</strong>
                    <span>
                      {t(`refused.reason.${device.reason}`)} · {device.imei} · {device.protocol} ·{' '}
                      {device.address}
                    </span>
                    <span title={formatDateTime(device.lastTime)}>
                      {t('refused.times', {
                        count: device.count,
                        ago: formatRelativeTime(device.lastTime, now),
                      })}
                    </span>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryContent>
    </SettingsSection>
  );
}
