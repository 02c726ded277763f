import { Button } from 'antd';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useMatches, useNavigate } from 'react-router';
import type { RouteDefinition } from './menu.ts';
import { MessagePage } from './message-page.tsx';

/** Displayed for a screen that is not available yet: its purpose, and that it is missing. */
export function PlannedPage() {
  const { t } = useTranslation('planned');
  const { t: tApp } = useTranslation('app');
  const navigate = useNavigate();
  // The router passes the route's own entry; a test checks the texts against these paths.
  const screen = useMatches().at(-1)?.handle as RouteDefinition | undefined;
  const text = (kind: 'name' | 'about') => t(`${kind}.${screen?.path}` as ParseKeys<'planned'>);
  return (
    <MessagePage
      standalone={screen?.header === false}
      title={text('name')}
      text={`${text('about')} ${t('missing')}`}
      action={<Button onClick={() => navigate('/')}>{tApp('page.home')}</Button>}
    />
  );
}
