import type { SatelliteMessage } from '@wakeline/contract/satellite/messages';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../../parts/records/use-confirm.ts';
import { useMessageChange } from './use-messages.ts';

/** Asks for confirmation, then cancels a message or sends it again. */
export function useMessageActions() {
  const { t } = useTranslation('satelliteMessages');
  const confirm = useConfirm();
  const cancel = useMessageChange('cancelEobBdMsg');
  const resend = useMessageChange('resendEobBdMsg');
  return {
    cancel: ({ messageId }: SatelliteMessage) =>
      confirm(
        {
          title: t('cancel.title'),
          content: t('cancel.text'),
          okText: t('cancel.do'),
          successText: t('cancel.done'),
        },
        () => cancel.mutateAsync({ messageId }),
      ),
    resend: ({ messageId, reason }: SatelliteMessage) =>
      confirm(
        {
          title: t('resend.title'),
          content: [t('resend.text'), ...(reason === 'unknown-arrival' ? [t('resend.unknown')] : [])].join(
            ' ',
          ),
          okText: t('resend.do'),
          successText: t('resend.done'),
        },
        () => resend.mutateAsync({ messageId }),
      ),
  };
}
