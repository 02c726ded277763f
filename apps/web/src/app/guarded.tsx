import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { FormatContext } from '../format/use-format.ts';
import { proposeLanguage } from '../i18n/i18n.ts';
import { useBranding } from '../service/branding.ts';
import { keepLinkCode, linkCode, withLinkCode } from '../service/link-code.ts';
import { SessionContext, useSessionQuery } from '../service/session.ts';
import { FailedSession } from './failed-page.tsx';
import { guard } from './guard.ts';
import { MENU } from './menu-entries.ts';
import { NoPluginPage } from './no-plugin-page.tsx';
import { screenAt } from './routes.tsx';
import { Splash } from './splash.tsx';

/** Stands around every screen: asks who is there and does what the guard says. */
export function Guarded() {
  const { pathname: path, search } = useLocation();
  const { data: session, error, refetch } = useSessionQuery();
  const { sysName } = useBranding();
  const lang = session?.lang;

  useEffect(() => {
    if (sysName) document.title = sysName;
  }, [sysName]);
  useEffect(() => {
    if (lang) void proposeLanguage(lang);
  }, [lang]);
  useEffect(() => keepLinkCode(search), [search]);

  if (session === undefined) return error ? <FailedSession error={error} retry={refetch} /> : <Splash />;

  const verdict = guard({ path, search, route: screenAt(path), session, menu: MENU });
  if (verdict.kind === 'go') return <Navigate to={verdict.to} replace />;
  const linked = new URLSearchParams(search).has('t') ? null : withLinkCode(search, linkCode());
  if (linked !== null) return <Navigate to={{ pathname: path, search: linked }} replace />;
  if (session === null) return <Outlet />;
  return (
    <SessionContext value={session}>
      <FormatContext value={session}>
        {verdict.kind === 'refuse' ? <NoPluginPage /> : <Outlet />}
      </FormatContext>
    </SessionContext>
  );
}
