import { LIMITS } from '@wakeline/contract/limits';
import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { QueryContent } from '../../parts/settings/query-content.tsx';
import { Setting } from '../../parts/settings/setting.tsx';
import { AccountLimits } from './account-limits.tsx';
import { DevicePasswordForm } from './device-password-form.tsx';
import { RefusedDevices } from './refused-devices.tsx';
import { ReportSettingForms } from './report-setting-forms.tsx';
import { RetentionForm } from './retention-form.tsx';
import { ThresholdForm } from './threshold-form.tsx';
import { useAccountSettings, useSaveAccountSettings } from './use-account-settings.ts';

/** Account settings for devices: password, authentication, thresholds of their status, and retention. */
export function AccountDeviceSettings() {
  const settings = useAccountSettings();
  return <QueryContent query={settings}>{(stored) => <Settings stored={stored} />}</QueryContent>;
}

function Settings({ stored }: { readonly stored: ResultOf<Operations['queryAccountSettings']> }) {
  const { t } = useTranslation('settings');
  const save = useSaveAccountSettings();
  return (
    <>
      <Setting name={t('devices.password')} hint={t('devices.passwordHint')}>
        {(labelProps) => (
          <DevicePasswordForm key={stored.devicePassword} stored={stored.devicePassword} {...labelProps} />
        )}
      </Setting>
      <Setting inline name={t('devices.proof')} hint={t('devices.proofHint')}>
        {(labelProps) => (
          <Switch
            {...labelProps}
            checked={stored.deviceAuth}
            loading={save.isPending}
            onChange={(deviceAuth) => save.mutate({ deviceAuth })}
          />
        )}
      </Setting>
      <Setting name={t('devices.offline')} hint={t('devices.offlineHint')}>
        {(labelProps) => (
          <ThresholdForm
            key={stored.offlineMinutes}
            field="offlineMinutes"
            stored={stored.offlineMinutes}
            max={LIMITS.offlineMinutes}
            unit={t('devices.minutes')}
            {...labelProps}
          />
        )}
      </Setting>
      <Setting name={t('devices.moving')} hint={t('devices.movingHint')}>
        {(labelProps) => (
          <ThresholdForm
            key={stored.movingSpeed}
            field="movingSpeed"
            stored={stored.movingSpeed}
            max={LIMITS.movingSpeed}
            unit="km/h"
            {...labelProps}
          />
        )}
      </Setting>
      <ReportSettingForms stored={stored} />
      <Setting
        name={t('devices.retention')}
        hint={t(stored.abilities.retention ? 'devices.retentionHint' : 'devices.retentionHolder')}
      >
        {(labelProps) => (
          <RetentionForm
            key={stored.retentionDays}
            stored={stored.retentionDays}
            disabled={!stored.abilities.retention}
            {...labelProps}
          />
        )}
      </Setting>
      <RefusedDevices />
      <AccountLimits />
    </>
  );
}
