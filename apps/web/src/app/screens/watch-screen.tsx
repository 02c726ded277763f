import { use } from 'react';
import { Navigate, useLocation } from 'react-router';
import { OwnWatch } from '../../features/shares/own-watch.tsx';
import { SharedWatch } from '../../features/shares/shared-watch.tsx';
import { parseWatchTarget } from '../../parts/addresses/watch-url.ts';
import { SessionContext } from '../../service/session.ts';
import { AccessDeniedPage } from '../access-denied-page.tsx';
import { LiveConnectionProvider } from '../live-connection-provider.tsx';
import { hasRole } from '../menu.ts';

/** Access required without a share link. */
const REQUIRED_ACCESS = { role: 'eob_plugin_loc_monitor', header: false } as const;

/** Real-time watch: of a share link for anyone, of devices for signed-in users. */
export function WatchScreen() {
  const { pathname, search } = useLocation();
  const session = use(SessionContext);
  const target = parseWatchTarget(new URLSearchParams(search));
  if (target?.kind === 'share') return <SharedWatch key={target.code} code={target.code} />;
  if (session === null) {
    return <Navigate to={`/login?${new URLSearchParams({ from: pathname + search })}`} replace />;
  }
  if (!hasRole(REQUIRED_ACCESS.role, session.roles)) return <AccessDeniedPage screen={REQUIRED_ACCESS} />;
  // An address without devices has nothing to watch; devices are selected on the map.
  if (target === null) return <Navigate to="/Map" replace />;
  return (
    <LiveConnectionProvider>
      <OwnWatch trackerIds={target.trackerIds} />
    </LiveConnectionProvider>
  );
}
