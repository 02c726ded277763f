import { NamedError } from '@wakeline/contract/errors';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../i18n/i18n.ts';
import { useClient } from '../../service/client.ts';
import { errorText } from '../../service/error-text.ts';

/**
 * Asks for confirmation, as specified, before clearing an SOS, and shows the result. The state arrives with the live
 * updates.
 */
export function useClearSos(): (trackerId: number, name: string) => void {
  const { t } = useTranslation('sos');
  const { t: tApp } = useTranslation('app');
  const language = useLanguage();
  const client = useClient();
  const { modal, message } = App.useApp();
  return (trackerId, name) =>
    void modal.confirm({
      title: t('lift.title', { name }),
      content: t('lift.text'),
      okText: t('lift.do'),
      okButtonProps: { danger: true },
      cancelText: tApp('action.cancel'),
      async onOk() {
        try {
          await client.call('liftSos', { trackerId });
          message.success(t('lift.done', { name }));
        } catch (error) {
          // Another user was faster: the SOS is cleared as requested.
          const alreadyCleared = error instanceof NamedError && error.errorName === 'sos-not-open';
          message[alreadyCleared ? 'info' : 'error'](errorText(error, language));
        }
      },
    });
}
