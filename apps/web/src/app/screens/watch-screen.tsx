import { use } from 'react';
import { Navigate, useLocation } from 'react-router';
import { OwnWatch } from '../../features/shares/own-watch.tsx';
import { SharedWatch } from '../../features/shares/shared-watch.tsx';
import { readWatch } from '../../parts/addresses/watch-address.ts';
import { SessionContext } from '../../service/session.ts';
import { LiveEdge } from '../live-edge.tsx';
import { hasRole } from '../menu.ts';
import { RefusedPage } from '../refused-page.tsx';

/** What who is no guest needs. */
const NEEDED = { role: 'eob_plugin_loc_monitor', header: false } as const;

/** Real-time watch: of a share link for anybody, of devices for signed-in users. */
export function WatchScreen() {
  const { pathname, search } = useLocation();
  const session = use(SessionContext);
  const watch = readWatch(new URLSearchParams(search));
  if (watch?.kind === 'share') return <SharedWatch key={watch.code} code={watch.code} />;
  if (session === null) {
    return <Navigate to={`/login?${new URLSearchParams({ from: pathname + search })}`} replace />;
  }
  if (!hasRole(NEEDED.role, session.roles)) return <RefusedPage screen={NEEDED} />;
  // An address that names no device has nothing to watch: devices are chosen on the map.
  if (watch === null) return <Navigate to="/Map" replace />;
  return (
    <LiveEdge>
      <OwnWatch trackerIds={watch.trackerIds} />
    </LiveEdge>
  );
}
