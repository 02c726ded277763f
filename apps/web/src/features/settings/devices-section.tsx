import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { Setting } from '../../parts/settings/setting.tsx';
import { AccountDeviceSettings } from './account-device-settings.tsx';
import { configChange, useOwnChange, useOwnSession } from './use-own-change.ts';

/** Account settings for devices. Each change applies at once, for every user. */
export function DevicesSection() {
  const { t } = useTranslation('settings');
  const { plainCoordinates } = useOwnSession();
  const { change } = useOwnChange();
  return (
    <>
      <Setting inline name={t('plainCoordinates')} hint={t('plainCoordinatesHint')}>
        {(labelProps) => (
          <Switch
            {...labelProps}
            checked={plainCoordinates}
            onChange={(checked) => void change(configChange({ plainCoordinates: checked }))}
          />
        )}
      </Setting>
      <AccountDeviceSettings />
    </>
  );
}
