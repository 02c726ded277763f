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
import { forgetSignature, keptSignature } from '../service/entry-values.ts';
import { keepLinkCode, linkCode, withLinkCode } from '../service/link-code.ts';
import { holdMine, type Session, SessionContext, useSessionQuery, whenDropped } from '../service/session.ts';
import { tabOwner } from '../service/tab-memory.ts';
import { FailedSession } from './failed-page.tsx';
import { guard } from './guard.ts';
import { MENU } from './menu-entries.ts';
import { NoPluginPage } from './no-plugin-page.tsx';
import { RefusedContext, RefusedPage } from './refused-page.tsx';
import { screenAt } from './routes.tsx';
import { SignatureSignIn } from './signature-sign-in.tsx';
import { Splash } from './splash.tsx';

/** Stands around every screen: asks who is there and does what the guard says. */
export function Guarded() {
  const location = useLocation();
  const { pathname: path, search } = location;
  const navigationType = useNavigationType();
  const outlet = useOutlet();
  const queries = useQueryClient();
  const { data: session, error, refetch } = useSessionQuery();
  const { sysName } = useBranding();
  const lang = session?.lang;
  const signedIn = session !== undefined && session !== null;
  // Brought by the address with which the page was opened, and tried once.
  const [signature, setSignature] = useState(keptSignature);
  const stay = useRef<Stay | null>(null);

  useEffect(() => {
    if (sysName) document.title = sysName;
  }, [sysName]);
  useEffect(() => {
    if (lang) void proposeLanguage(lang);
  }, [lang]);
  useEffect(() => keepLinkCode(search), [search]);
  useEffect(() => {
    if (!signedIn) return;
    forgetSignature();
    setSignature(null);
  }, [signedIn]);

  // Whose screens stay, and what they are, is read below.
  useSyncExternalStore(whenDropped, tabOwner);
  const ended = session === null;
  useEffect(() => (ended ? holdMine(queries) : undefined), [ended, queries]);
  const uid = session?.uid ?? null;
  // Maps are parked by themselves; those of screens that are not in the page any more go.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user, or none
  useEffect(() => closeOrphans(), [uid]);

  if (session === undefined) return error ? <FailedSession error={error} retry={refetch} /> : <Splash />;

  const route = screenAt(path);
  const verdict = guard({ path, search, route, session, menu: MENU, signed: signature !== null });
  const linked = new URLSearchParams(search).has('t') ? null : withLinkCode(search, linkCode());
  const owner = session?.uid ?? tabOwner();
  if (stay.current?.session.uid !== owner) stay.current = null;
  let front: ReactNode = null;
  if (verdict.kind === 'sign-in' && signature !== null) {
    front = <SignatureSignIn signature={signature} onRefused={() => setSignature(null)} />;
  } else if (verdict.kind === 'go') {
    front = <Navigate to={verdict.to} replace />;
  } else if (linked !== null) {
    front = <Navigate to={{ pathname: path, search: linked }} replace />;
  } else if (session === null) {
    front = outlet;
  } else {
    const refused = verdict.kind === 'refuse';
    const nothing = refused && verdict.nothing;
    const screen = refused && route?.header === false ? <RefusedPage screen={route} /> : outlet;
    stay.current = { session, location, navigationType, refused, nothing, screen };
  }
  return (
    <>
      {stay.current !== null && (
        <Activity key={stay.current.session.uid} mode={session === null ? 'hidden' : 'visible'}>
          <Stayed {...stay.current} />
        </Activity>
      )}
      {front}
    </>
  );
}

interface Stay {
  readonly session: Session;
  readonly location: Location;
  readonly navigationType: NavigationType;
  /** The guard refuses the page. */
  readonly refused: boolean;
  /** And there is none that he may see. */
  readonly nothing: boolean;
  readonly screen: ReactNode;
}

/**
 * What a user has before him. When the session ends by itself it stays as it is behind the login page, on its own address,
 * without effects: what was typed is there when the same user comes back.
 */
function Stayed({ session, location, navigationType, refused, nothing, screen }: Stay) {
  const visit = useMemo(() => ({ location, navigationType }), [location, navigationType]);
  return (
    <LocationContext value={visit}>
      <SessionContext value={session}>
        <FormatContext value={session}>
          {nothing ? <NoPluginPage /> : <RefusedContext value={refused}>{screen}</RefusedContext>}
        </FormatContext>
      </SessionContext>
    </LocationContext>
  );
}
