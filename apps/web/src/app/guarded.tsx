import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { FormatContext } from '../format/use-format.ts';
import { proposeLanguage } from '../i18n/i18n.ts';
import { useBranding } from '../service/branding.ts';
import { forgetSignature, keptSignature } from '../service/entry-values.ts';
import { keepLinkCode, linkCode, withLinkCode } from '../service/link-code.ts';
import { SessionContext, useSessionQuery } from '../service/session.ts';
import { FailedSession } from './failed-page.tsx';
import { guard } from './guard.ts';
import { MENU } from './menu-entries.ts';
import { NoPluginPage } from './no-plugin-page.tsx';
import { RefusedContext } from './refused-page.tsx';
import { screenAt } from './routes.tsx';
import { SignatureSignIn } from './signature-sign-in.tsx';
import { Splash } from './splash.tsx';

/** Stands around every screen: asks who is there and does what the guard says. */
export function Guarded() {
  const { pathname: path, search } = useLocation();
  const { data: session, error, refetch } = useSessionQuery();
  const { sysName } = useBranding();
  const lang = session?.lang;
  const signedIn = session !== undefined && session !== null;
  // Brought by the address with which the page was opened, and tried once.
  const [signature, setSignature] = useState(keptSignature);

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

  if (session === undefined) return error ? <FailedSession error={error} retry={refetch} /> : <Splash />;

  const route = screenAt(path);
  const verdict = guard({ path, search, route, session, menu: MENU, signed: signature !== null });
  if (verdict.kind === 'sign-in' && signature !== null) {
    return <SignatureSignIn signature={signature} onRefused={() => setSignature(null)} />;
  }
  if (verdict.kind === 'go') return <Navigate to={verdict.to} replace />;
  const linked = new URLSearchParams(search).has('t') ? null : withLinkCode(search, linkCode());
  if (linked !== null) return <Navigate to={{ pathname: path, search: linked }} replace />;
  if (session === null) return <Outlet />;
  const refused = verdict.kind === 'refuse';
  return (
    <SessionContext value={session}>
      <FormatContext value={session}>
        {refused && (verdict.nothing || route?.header === false) ? (
          <NoPluginPage />
        ) : (
          <RefusedContext value={refused}>
            <Outlet />
          </RefusedContext>
        )}
      </FormatContext>
    </SessionContext>
  );
}
