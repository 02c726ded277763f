import { use } from 'react';
import { Navigate, useLocation } from 'react-router';
import { MultiReplayPage } from '../../features/replay/multi/multi-replay-page.tsx';
import { SharedReplay } from '../../features/replay/share/shared-replay.tsx';
import { SessionContext } from '../../service/session.ts';
import { AccessDeniedPage } from '../access-denied-page.tsx';
import { LiveConnectionProvider } from '../live-connection-provider.tsx';
import { hasRole } from '../menu.ts';

/** Access required without a share link. */
const REQUIRED_ACCESS = { role: 'eob_plugin_multiple_playback', header: false } as const;

/** Track replay without header: of a share link for anyone, of the user's own devices for signed-in users. */
export function TraceReplayScreen() {
  const { pathname, search } = useLocation();
  const session = use(SessionContext);
  const code = new URLSearchParams(search).get('share');
  if (code !== null) return <SharedReplay key={code} code={code} />;
  if (session === null) {
    return <Navigate to={`/login?${new URLSearchParams({ from: pathname + search })}`} replace />;
  }
  if (!hasRole(REQUIRED_ACCESS.role, session.roles)) return <AccessDeniedPage screen={REQUIRED_ACCESS} />;
  return (
    <LiveConnectionProvider>
      <MultiReplayPage />
    </LiveConnectionProvider>
  );
}
