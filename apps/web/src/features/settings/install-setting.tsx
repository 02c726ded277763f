import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Setting } from '../../parts/settings/setting.tsx';
import { useInstall } from '../../service/install-prompt.ts';

/** Installs the console as an app. Hidden where the browser does not offer it, or has installed it. */
export function InstallSetting() {
  const { t } = useTranslation('settings');
  const install = useInstall();
  if (install === null) return null;
  return (
    <Setting inline name={t('install')} hint={t('installHint')}>
      {(labelProps) => (
        <Button {...labelProps} onClick={() => void install()}>
          {t('installOk')}
        </Button>
      )}
    </Setting>
  );
}
