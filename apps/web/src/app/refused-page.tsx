import { Button } from 'antd';
import { createContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PlainPage } from './plain-page.tsx';

/** Whether the guard refuses the page of the address to this user. */
export const RefusedContext = createContext(false);

/** In place of a screen that the user has no right to; the menu beside it shows where he may go. */
export function RefusedPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <PlainPage
      title={t('page.refusedTitle')}
      text={t('page.refused')}
      action={<Button onClick={() => navigate('/')}>{t('page.home')}</Button>}
    />
  );
}
