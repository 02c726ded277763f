import { LIMITS } from '@wakeline/contract/limits';
import type { ReportSettings } from '@wakeline/contract/settings/account-settings';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Setting } from '../../parts/settings/setting.tsx';
import styles from './threshold-form.module.css';
import { ThresholdForm } from './threshold-form.tsx';
import { useSaveAccountSettings } from './use-account-settings.ts';

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: hour,
  label: `${String(hour).padStart(2, '0')}:00`,
}));

/** What reports count: trips and stops from a minimum on, gaps, and the night. */
export function ReportSettingForms({ stored }: { readonly stored: ReportSettings }) {
  const { t } = useTranslation('settings');
  return (
    <>
      <Setting name={t('devices.trip')} hint={t('devices.tripHint')}>
        {(labelProps) => (
          <>
            <ThresholdForm
              key={`m${stored.minTripMetres}`}
              field="minTripMetres"
              stored={stored.minTripMetres}
              min={0}
              max={LIMITS.minTripMetres}
              unit={t('devices.metres')}
              {...labelProps}
            />
            <ThresholdForm
              key={`t${stored.minTripMinutes}`}
              field="minTripMinutes"
              stored={stored.minTripMinutes}
              min={0}
              max={LIMITS.minActivityMinutes}
              unit={t('devices.minutes')}
              {...labelProps}
            />
          </>
        )}
      </Setting>
      <Setting name={t('devices.stop')} hint={t('devices.stopHint')}>
        {(labelProps) => (
          <ThresholdForm
            key={stored.minStopMinutes}
            field="minStopMinutes"
            stored={stored.minStopMinutes}
            min={LIMITS.shortestStopMinutes}
            max={LIMITS.minActivityMinutes}
            unit={t('devices.minutes')}
            {...labelProps}
          />
        )}
      </Setting>
      <Setting name={t('devices.gap')} hint={t('devices.gapHint')}>
        {(labelProps) => (
          <ThresholdForm
            key={stored.gapMinutes}
            field="gapMinutes"
            stored={stored.gapMinutes}
            min={LIMITS.shortestGapMinutes}
            max={LIMITS.gapMinutes}
            unit={t('devices.minutes')}
            {...labelProps}
          />
        )}
      </Setting>
      <NightHours stored={stored} />
    </>
  );
}

function NightHours({ stored }: { readonly stored: ReportSettings }) {
  const { t } = useTranslation('settings');
  const save = useSaveAccountSettings();
  return (
    <Setting name={t('devices.night')} hint={t('devices.nightHint')}>
      {() => (
        <div className={styles.row}>
          <Select
            aria-label={t('devices.nightFrom')}
            className={styles.number ?? ''}
            options={HOURS}
            value={stored.nightStart}
            disabled={save.isPending}
            onChange={(nightStart) => save.mutate({ nightStart })}
          />
          <span className={styles.dash}>–</span>
          <Select
            aria-label={t('devices.nightTo')}
            className={styles.number ?? ''}
            options={HOURS}
            value={stored.nightEnd}
            disabled={save.isPending}
            onChange={(nightEnd) => save.mutate({ nightEnd })}
          />
        </div>
      )}
    </Setting>
  );
}
