import { use, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useDrafts } from '../features/map-objects/forms/drafts-store.ts';
import { SatelliteBadges } from '../features/satellite/unread/satellite-badges.tsx';
import { useHelpPoint } from '../features/sos/help-point.ts';
import { SosCallAlerts } from '../features/sos/sos-call-alerts.tsx';
import { DeviceBadges } from '../features/trackers/badges/device-badges.tsx';
import { UpdateDialog } from '../features/updates/update-dialog.tsx';
import { loadNamespaces } from '../i18n/i18n.ts';
import { closeSendDialog, useSendDialog } from '../parts/instructions/send-dialog-store.ts';
import { createLazyComponent } from '../service/lazy-component.tsx';
import { parseBoolean, useLocalStorage } from '../ui/local-storage.ts';
import { AccessDeniedContext, AccessDeniedPage } from './access-denied-page.tsx';
import { Header } from './header.tsx';
import { KeepAliveScreens, useLastVisits } from './keep-alive-screens.tsx';
import { LiveConnectionProvider } from './live-connection-provider.tsx';
import { OverlayBoundary } from './overlay-boundary.tsx';
import { findScreen } from './routes.tsx';
import styles from './shell.module.css';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { SideMenu } from './side-menu.tsx';

/** Loaded when it is opened. */
const PasswordDialog = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('../features/security/change-password-dialog.tsx'),
    loadNamespaces(['security']),
  ]);
  return { default: module.ChangePasswordDialog };
});

/** Loaded when it is opened. */
const SendDialog = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('../features/instructions/send-dialog.tsx'),
    loadNamespaces(['instructions']),
  ]);
  return { default: module.SendDialog };
});

/** Uses the texts of the forms, which are loaded wherever a form was closed. */
const DraftToast = createLazyComponent(async () => ({
  default: (await import('./draft-toast.tsx')).DraftToast,
}));

/** Has its own map; loaded when an SOS is opened. */
const HelpPoint = createLazyComponent(async () => {
  const [module] = await Promise.all([
    import('../features/sos/help-point-screen.tsx'),
    loadNamespaces(['map', 'live', 'baseLayers']),
  ]);
  return { default: module.HelpPointScreen };
});

/** Header, side menu and the current screen. */
export function Shell() {
  const [menuExpanded, setMenuExpanded] = useLocalStorage('menuWide', false, parseBoolean);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  const [passwordDialog, setPasswordDialog] = useState<'open' | 'closed' | null>(null);
  const denied = use(AccessDeniedContext);
  const visits = useLastVisits();
  const helpPointOpen = useHelpPoint((state) => state.trackerIds !== null);
  const closeHelpPoint = useHelpPoint((state) => state.close);
  const sendSelection = useSendDialog((state) => state.selection);
  const unsavedDraft = useDrafts((state) => state.draft);
  const discardDraft = useDrafts((state) => state.discard);
  const screen = findScreen(useLocation().pathname);
  const activeName = screen?.keepAlive ?? null;
  return (
    <LiveConnectionProvider>
      <div className={styles.shell}>
        <Header
          onOpenMenu={() => setDrawerOpen(true)}
          onShowShortcuts={() => setShortcutsOpen(true)}
          onChangePassword={() => setPasswordDialog('open')}
        />
        <SideMenu
          expanded={menuExpanded}
          onExpandedChange={setMenuExpanded}
          drawerOpen={drawerOpen}
          onCloseDrawer={() => setDrawerOpen(false)}
          visits={visits}
        />
        <main className={styles.content}>
          <KeepAliveScreens visits={visits} activeName={denied ? null : activeName} />
          {denied ? <AccessDeniedPage screen={screen} /> : <Outlet />}
        </main>
        <ShortcutsDialog open={shortcutsOpen} onOpenChange={setShortcutsOpen} />
        {passwordDialog !== null && (
          <OverlayBoundary onDismiss={() => setPasswordDialog(null)}>
            <PasswordDialog open={passwordDialog === 'open'} onClose={() => setPasswordDialog('closed')} />
          </OverlayBoundary>
        )}
        {unsavedDraft !== null && (
          <OverlayBoundary onDismiss={() => discardDraft(unsavedDraft)}>
            <DraftToast draft={unsavedDraft} />
          </OverlayBoundary>
        )}
        {sendSelection !== null && (
          <OverlayBoundary onDismiss={closeSendDialog}>
            <SendDialog selection={sendSelection} onClose={closeSendDialog} />
          </OverlayBoundary>
        )}
        <DeviceBadges />
        <SatelliteBadges />
        <SosCallAlerts />
        {helpPointOpen && (
          <OverlayBoundary onDismiss={closeHelpPoint}>
            <HelpPoint />
          </OverlayBoundary>
        )}
        <UpdateDialog />
      </div>
    </LiveConnectionProvider>
  );
}
