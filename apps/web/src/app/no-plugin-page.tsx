import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { MessagePage } from './message-page.tsx';
import { useSignOut } from './sign-out.ts';

/** For a user who is signed in but has none of the visible functions that exist. */
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
