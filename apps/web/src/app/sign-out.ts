import { useQueryClient } from '@tanstack/react-query';
import { NamedError } from '@wakeline/contract/errors';
import { App } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../i18n/i18n.ts';
import { findPushSubscription } from '../parts/notices/push-subscription.ts';
import { useClient } from '../service/client.ts';
import { errorText } from '../service/error-text.ts';
import { signOutLocally } from '../service/session.ts';

/** Asks for confirmation, then ends the session. */
export function useSignOut(): () => void {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { modal, message } = App.useApp();

  async function signOut(): Promise<void> {
    try {
      // The next user of this browser must not see the messages of this one.
      const push = await findPushSubscription();
      if (push !== null) {
        await client.call('removePushSubscription', { endpoint: push.endpoint });
        await push.unsubscribe();
      }
      await client.call('logout', {});
    } catch (error) {
      const sessionExpired = error instanceof NamedError && error.errorName === 'session-gone';
      if (!sessionExpired) {
        // The user is still signed in; navigating away would hide that the session is still open.
        message.error(errorText(error, language));
        return;
      }
    }
    signOutLocally(queryClient);
    navigate('/login');
  }

  return () => {
    modal.confirm({
      title: t('logout.title'),
      content: t('logout.question'),
      okText: t('logout.confirm'),
      cancelText: t('action.cancel'),
      onOk: signOut,
    });
  };
}
