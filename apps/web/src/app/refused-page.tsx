import { Button } from 'antd';
import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { loadAreas } from '../i18n/i18n.ts';
import { useSession } from '../service/session.ts';
import type { RouteFacts } from './menu.ts';
import { PlainPage } from './plain-page.tsx';
import { drawn, loadedPart } from './screen-part.tsx';

/** Whether the guard refuses the page of the address to this user. */
export const RefusedContext = createContext(false);

type RefusedScreen = Pick<RouteFacts, 'role' | 'header'>;

/** The screen that is refused; null: the address leads to none. */
const ScreenContext = createContext<RefusedScreen | null>(null);

const InWords = loadedPart(async () => {
  await loadAreas(['plugins']);
  return { default: Refusal };
});

/** In place of a screen that the user has no right to; the menu beside it shows where he may go. */
export function RefusedPage({ screen }: { readonly screen: RefusedScreen | null }) {
  return <ScreenContext value={screen}>{drawn(InWords)}</ScreenContext>;
}

/** Names the function that the page needs, and leads to where it is had by who may have it activated. */
function Refusal() {
  const { t } = useTranslation();
  const { t: plugins } = useTranslation('plugins');
  const { abilities } = useSession();
  const navigate = useNavigate();
  const screen = use(ScreenContext);
  const needed = [screen?.role ?? []].flat();
  const name = needed.map((role) => plugins(`name.${role}`)).join(' / ');
  return (
    <PlainPage
      alone={screen?.header === false}
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
