import { Button } from 'antd';
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { loadNamespaces } from '../i18n/i18n.ts';
import { useSession } from '../service/session.ts';
import { createLazyComponent, renderLazy } from './lazy-component.tsx';
import type { RouteDefinition } from './menu.ts';
import { MessagePage } from './message-page.tsx';

/** Whether the guard refuses the page of the address to this user. */
export const AccessDeniedContext = createContext(false);

type DeniedScreen = Pick<RouteDefinition, 'role' | 'header'>;

/** The screen that is refused; null: the address leads to none. */
const DeniedScreenContext = createContext<DeniedScreen | null>(null);

const LazyAccessDeniedMessage = createLazyComponent(async () => {
  await loadNamespaces(['plugins']);
  return { default: AccessDeniedMessage };
});

/** In place of a screen that the user has no right to; the menu beside it shows where he may go. */
export function AccessDeniedPage({ screen }: { readonly screen: DeniedScreen | null }) {
  return <DeniedScreenContext value={screen}>{renderLazy(LazyAccessDeniedMessage)}</DeniedScreenContext>;
}

/** Names the function that the page needs, and leads to where it is had by who may have it activated. */
function AccessDeniedMessage() {
  const { t } = useTranslation();
  const { t: plugins } = useTranslation('plugins');
  const { abilities } = useSession();
  const navigate = useNavigate();
  const screen = use(DeniedScreenContext);
  const requiredRoles = [screen?.role ?? []].flat();
  const name = requiredRoles.map((role) => plugins(`name.${role}`)).join(' / ');
  return (
    <MessagePage
      standalone={screen?.header === false}
      title={t('page.refusedTitle')}
      text={t(abilities.plugins ? 'page.refusedHolder' : 'page.refused', { name })}
      action={
        abilities.plugins ? (
          <Button type="primary" onClick={() => navigate('/appCenter')}>
            {plugins('title')}
          </Button>
        ) : (
          <Button onClick={() => navigate('/')}>{t('page.home')}</Button>
        )
      }
    />
  );
}
