import { useQueryClient } from '@tanstack/react-query';
import { Activity, type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import {
  type Location,
  UNSAFE_LocationContext as LocationContext,
  Navigate,
  type NavigationType,
  useLocation,
  useNavigationType,
  useOutlet,
} from 'react-router';
import { FormatContext } from '../format/use-format.ts';
import { proposeLanguage } from '../i18n/i18n.ts';
import { closeOrphans } from '../map/session/parked-maps.ts';
import { useBranding } from '../service/branding.ts';
import { clearSignature, readSignature } from '../service/entry-values.ts';
import { addLinkCode, getLinkCode, storeLinkCode } from '../service/link-code.ts';
import {
  onUserDataCleared,
  retainUserQueries,
  type Session,
  SessionContext,
  useSessionQuery,
} from '../service/session.ts';
import { getTabOwner } from '../service/tab-storage.ts';
import { AccessDeniedContext, AccessDeniedPage } from './access-denied-page.tsx';
import { SessionErrorPage } from './error-page.tsx';
import { checkNavigation } from './guard.ts';
import { createAntdComponent, renderLazy } from './lazy-component.tsx';
import { MENU_ENTRIES } from './menu-entries.ts';
import { findScreen } from './routes.tsx';
import { SignatureSignIn } from './signature-sign-in.tsx';
import { Splash } from './splash.tsx';

const NoPluginPage = createAntdComponent<object>(
  async () => (await import('./no-plugin-page.tsx')).NoPluginPage,
);

/** Wraps every screen: loads the session and applies the guard's result. */
export function GuardedOutlet() {
  const location = useLocation();
  const { pathname: path, search } = location;
  const navigationType = useNavigationType();
  const outlet = useOutlet();
  const queryClient = useQueryClient();
  const { data: session, error, refetch } = useSessionQuery();
  const { sysName } = useBranding();
  const lang = session?.lang;
  const signedIn = session !== undefined && session !== null;
  // Signature from the address with which the page was opened; tried once.
  const [signature, setSignature] = useState(readSignature);
  const lastUserScreen = useRef<UserScreenProps | null>(null);

  useEffect(() => {
    if (sysName) document.title = sysName;
  }, [sysName]);
  useEffect(() => {
    if (lang) void proposeLanguage(lang);
  }, [lang]);
  useEffect(() => storeLinkCode(search), [search]);
  useEffect(() => {
    if (!signedIn) return;
    clearSignature();
    setSignature(null);
  }, [signedIn]);

  // Renders again when user data is cleared; the tab's owner is read below.
  useSyncExternalStore(onUserDataCleared, getTabOwner);
  const signedOut = session === null;
  useEffect(() => (signedOut ? retainUserQueries(queryClient) : undefined), [signedOut, queryClient]);
  const uid = session?.uid ?? null;
  // Maps are parked automatically; this closes those of removed screens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the user changes or signs out
  useEffect(() => closeOrphans(), [uid]);

  if (session === undefined) return error ? <SessionErrorPage error={error} retry={refetch} /> : <Splash />;

  const route = findScreen(path);
  const guardResult = checkNavigation({
    path,
    search,
    route,
    session,
    menu: MENU_ENTRIES,
    hasSignature: signature !== null,
  });
  const searchWithLinkCode = new URLSearchParams(search).has('t') ? null : addLinkCode(search, getLinkCode());
  const owner = session?.uid ?? getTabOwner();
  if (lastUserScreen.current?.session.uid !== owner) lastUserScreen.current = null;
  let foreground: ReactNode = null;
  if (guardResult.kind === 'sign-in' && signature !== null) {
    foreground = <SignatureSignIn signature={signature} onRefused={() => setSignature(null)} />;
  } else if (guardResult.kind === 'go') {
    foreground = <Navigate to={guardResult.to} replace />;
  } else if (searchWithLinkCode !== null) {
    foreground = <Navigate to={{ pathname: path, search: searchWithLinkCode }} replace />;
  } else if (session === null) {
    foreground = outlet;
  } else {
    const denied = guardResult.kind === 'refuse';
    const noPages = denied && guardResult.noPages;
    const screen = denied && route?.header === false ? <AccessDeniedPage screen={route} /> : outlet;
    lastUserScreen.current = { session, location, navigationType, denied, noPages, screen };
  }
  return (
    <>
      {lastUserScreen.current !== null && (
        <Activity key={lastUserScreen.current.session.uid} mode={session === null ? 'hidden' : 'visible'}>
          <UserScreen {...lastUserScreen.current} />
        </Activity>
      )}
      {foreground}
    </>
  );
}

interface UserScreenProps {
  readonly session: Session;
  readonly location: Location;
  readonly navigationType: NavigationType;
  /** The guard denies the page. */
  readonly denied: boolean;
  /** The user can see no page at all. */
  readonly noPages: boolean;
  readonly screen: ReactNode;
}

/**
 * A user's screens. After the session has expired they stay unchanged behind the login page, at their own address and
 * without effects, so that unsaved input is there when the same user signs in again.
 */
function UserScreen({ session, location, navigationType, denied, noPages, screen }: UserScreenProps) {
  const visit = useMemo(() => ({ location, navigationType }), [location, navigationType]);
  return (
    <LocationContext value={visit}>
      <SessionContext value={session}>
        <FormatContext value={session}>
          {noPages ? (
            renderLazy(NoPluginPage)
          ) : (
            <AccessDeniedContext value={denied}>{screen}</AccessDeniedContext>
          )}
        </FormatContext>
      </SessionContext>
    </LocationContext>
  );
}
