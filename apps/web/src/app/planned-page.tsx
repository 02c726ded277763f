import { Button } from 'antd';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { PlainPage } from './plain-page.tsx';
import { screenAt } from './routes.tsx';

/** In place of a screen that is not built: what it will be for, and that it is not there. */
export function PlannedPage() {
  const { t } = useTranslation('planned');
  const { t: app } = useTranslation('app');
  const navigate = useNavigate();
  const screen = screenAt(useLocation().pathname);
  // The table's own paths: a test holds the texts against them.
  const path = screen?.path ?? '';
  const text = (kind: 'name' | 'about') => t(`${kind}.${path}` as ParseKeys<'planned'>);
  return (
    <PlainPage
      alone={screen?.header === false}
      title={text('name')}
      text={`${text('about')} ${t('missing')}`}
      action={<Button onClick={() => navigate('/')}>{app('page.home')}</Button>}
    />
  );
}
