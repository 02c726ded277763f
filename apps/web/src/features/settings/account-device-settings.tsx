import type { ResultOf } from '@wakeline/contract/operation';
import type { Operations } from '@wakeline/contract/operations';
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { Asked } from '../../parts/settings/asked.tsx';
import { Setting } from '../../parts/settings/setting.tsx';
import { DevicePasswordForm } from './device-password-form.tsx';
import { RefusedDevices } from './refused-devices.tsx';
import { RetentionForm } from './retention-form.tsx';
import { useAccountSettings, useSaveAccountSettings } from './use-account-settings.ts';

/** What the account demands of its devices, and how long it keeps their history. */
export function AccountDeviceSettings() {
  const settings = useAccountSettings();
  return <Asked query={settings}>{(kept) => <Settings kept={kept} />}</Asked>;
}

function Settings({ kept }: { readonly kept: ResultOf<Operations['queryAccountSettings']> }) {
  const { t } = useTranslation('settings');
  const save = useSaveAccountSettings();
  return (
    <>
      <Setting name={t('devices.password')} hint={t('devices.passwordHint')}>
        {(labelled) => (
          <DevicePasswordForm key={kept.devicePassword} kept={kept.devicePassword} {...labelled} />
        )}
      </Setting>
      <Setting beside name={t('devices.proof')} hint={t('devices.proofHint')}>
        {(labelled) => (
          <Switch
            {...labelled}
            checked={kept.deviceAuth}
            loading={save.isPending}
            onChange={(deviceAuth) => save.mutate({ deviceAuth })}
          />
        )}
      </Setting>
      <Setting
        name={t('devices.retention')}
        hint={t(kept.abilities.retention ? 'devices.retentionHint' : 'devices.retentionHolder')}
      >
        {(labelled) => (
          <RetentionForm
            key={kept.retentionDays}
            kept={kept.retentionDays}
            disabled={!kept.abilities.retention}
            {...labelled}
          />
        )}
      </Setting>
      <RefusedDevices />
    </>
  );
}
