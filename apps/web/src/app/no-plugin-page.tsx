import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { MessagePage } from './message-page.tsx';
import { useSignOut } from './sign-out.ts';

/** For a signed-in user without any of the existing visible functions. */
export function NoPluginPage() {
  const { t } = useTranslation();
  const confirmSignOut = useSignOut();
  return (
    <MessagePage
      standalone
      title={t('page.noPluginTitle')}
      text={t('page.noPlugin')}
      action={<Button onClick={confirmSignOut}>{t('header.logout')}</Button>}
    />
  );
}
