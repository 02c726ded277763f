import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { loadNamespaces } from '../i18n/i18n.ts';
import { createLazyComponent } from '../service/lazy-component.tsx';
import { useSession } from '../service/session.ts';
import { PlainButton } from '../ui/plain-button.tsx';
import { renderLazy } from './lazy-component.tsx';
import type { RouteDefinition } from './menu.ts';
import { MessagePage } from './message-page.tsx';

/** True if the guard denies this user the current page. */
export const AccessDeniedContext = createContext(false);

type DeniedScreen = Pick<RouteDefinition, 'role' | 'header'>;

/** The denied screen; null: the address belongs to none. */
const DeniedScreenContext = createContext<DeniedScreen | null>(null);

const LazyAccessDeniedMessage = createLazyComponent(async () => {
  await loadNamespaces(['plugins']);
  return { default: AccessDeniedMessage };
});

/** Displayed instead of a screen that the user cannot access; the menu beside it shows the accessible ones. */
export function AccessDeniedPage({ screen }: { readonly screen: DeniedScreen | null }) {
  return <DeniedScreenContext value={screen}>{renderLazy(LazyAccessDeniedMessage)}</DeniedScreenContext>;
}

/** Names the function that the page requires, and links to the app center for users who can activate it there. */
function AccessDeniedMessage() {
  const { t } = useTranslation();
  const { t: tPlugins } = useTranslation('plugins');
  const { abilities } = useSession();
  const navigate = useNavigate();
  const screen = use(DeniedScreenContext);
  const requiredRoles = [screen?.role ?? []].flat();
  const name = requiredRoles.map((role) => tPlugins(`name.${role}`)).join(' / ');
  return (
    <MessagePage
      standalone={screen?.header === false}
      title={t('page.refusedTitle')}
      text={t(abilities.plugins ? 'page.refusedHolder' : 'page.refused', { name })}
      action={
        abilities.plugins ? (
          <PlainButton primary onClick={() => navigate('/appCenter')}>
            {tPlugins('title')}
          </PlainButton>
        ) : (
          <PlainButton onClick={() => navigate('/')}>{t('page.home')}</PlainButton>
        )
      }
    />
  );
}
