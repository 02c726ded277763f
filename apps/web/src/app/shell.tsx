import { use, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useDrafts } from '../features/map-objects/forms/drafts-store.ts';
import { useHelpPoint } from '../features/sos/help-point.ts';
import { SosCallsOverPage } from '../features/sos/sos-calls-over-page.tsx';
import { UpdateDialog } from '../features/updates/update-dialog.tsx';
import { loadAreas } from '../i18n/i18n.ts';
import { asBoolean, useStored } from '../ui/stored.ts';
import { Header } from './header.tsx';
import { KeptScreens, useLastVisits } from './kept-screens.tsx';
import { KeysDialog } from './keys-dialog.tsx';
import { LiveEdge } from './live-edge.tsx';
import { PartOverPage } from './part-over-page.tsx';
import { RefusedContext, RefusedPage } from './refused-page.tsx';
import { screenAt } from './routes.tsx';
import { loadedPart } from './screen-part.tsx';
import styles from './shell.module.css';
import { SideMenu } from './side-menu.tsx';

/** Its code comes when somebody asks for it. */
const PasswordDialog = loadedPart(async () => {
  const [module] = await Promise.all([
    import('../features/security/change-password-dialog.tsx'),
    loadAreas(['security']),
  ]);
  return { default: module.ChangePasswordDialog };
});

/** Speaks in the words of the forms, which are there where one has been given up. */
const DraftToast = loadedPart(async () => ({ default: (await import('./draft-toast.tsx')).DraftToast }));

/** With a map of its own: its code comes when somebody calls for help. */
const HelpPoint = loadedPart(async () => {
  const [module] = await Promise.all([
    import('../features/sos/help-point-screen.tsx'),
    loadAreas(['map', 'live', 'baseLayers']),
  ]);
  return { default: module.HelpPointScreen };
});

/** Header, side menu and the screen between them. */
export function Shell() {
  const [wide, setWide] = useStored('menuWide', false, asBoolean);
  const [drawer, setDrawer] = useState(false);
  const [keys, setKeys] = useState(false);
  const [password, setPassword] = useState<'open' | 'closed' | null>(null);
  const refused = use(RefusedContext);
  const visits = useLastVisits();
  const helpPoint = useHelpPoint((state) => state.trackerIds !== null);
  const closeHelpPoint = useHelpPoint((state) => state.close);
  const left = useDrafts((state) => state.left);
  const forgetDraft = useDrafts((state) => state.forget);
  const screen = screenAt(useLocation().pathname);
  const shown = screen?.keep ?? null;
  return (
    <LiveEdge>
      <div className={styles.shell}>
        <Header
          onOpenMenu={() => setDrawer(true)}
          onShowKeys={() => setKeys(true)}
          onChangePassword={() => setPassword('open')}
        />
        <SideMenu
          wide={wide}
          onWide={setWide}
          drawer={drawer}
          onCloseDrawer={() => setDrawer(false)}
          visits={visits}
        />
        <main className={styles.content}>
          <KeptScreens visits={visits} shown={refused ? null : shown} />
          {refused ? <RefusedPage screen={screen} /> : <Outlet />}
        </main>
        <KeysDialog open={keys} onOpen={setKeys} />
        {password !== null && (
          <PartOverPage onGiveUp={() => setPassword(null)}>
            <PasswordDialog open={password === 'open'} onClose={() => setPassword('closed')} />
          </PartOverPage>
        )}
        {left !== null && (
          <PartOverPage onGiveUp={() => forgetDraft(left)}>
            <DraftToast left={left} />
          </PartOverPage>
        )}
        <SosCallsOverPage />
        {helpPoint && (
          <PartOverPage onGiveUp={closeHelpPoint}>
            <HelpPoint />
          </PartOverPage>
        )}
        <UpdateDialog />
      </div>
    </LiveEdge>
  );
}
