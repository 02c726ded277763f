import { Activity, memo, useEffect, useState } from 'react';
import {
  type Location,
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  useLocation,
} from 'react-router';
import { closeOrphans } from '../map/session/parked-maps.ts';
import { ScreenErrorBoundary } from './error-page.tsx';
import { createScreenComponent, renderLazy } from './lazy-component.tsx';
import { findScreen, SCREENS } from './routes.tsx';
import type { KeepAliveName } from './screen.ts';

const KEEP_ALIVE_COMPONENTS = new Map(
  SCREENS.flatMap((screen) =>
    screen.keepAlive === undefined ? [] : [[screen.keepAlive, createScreenComponent(screen)] as const],
  ),
);

export type LastVisits = Readonly<Partial<Record<KeepAliveName, Location>>>;

/** The last location of each keep-alive screen, which it keeps while another screen is open. */
export function useLastVisits(): LastVisits {
  const location = useLocation();
  const [visits, setVisits] = useState<LastVisits>({});
  const current = findScreen(location.pathname)?.keepAlive;
  if (current === undefined || visits[current] === location) return visits;
  const next = { ...visits, [current]: location };
  setVisits(next);
  return next;
}

interface KeepAliveScreensProps {
  readonly visits: LastVisits;
  /** The visible screen. */
  readonly activeName: KeepAliveName | null;
}

/**
 * Screens that keep their content: once visited they stay mounted, hidden while another screen is open. A hidden screen
 * has no effects: it handles no keys, draws nothing and has no subscriptions.
 */
export function KeepAliveScreens({ visits, activeName }: KeepAliveScreensProps) {
  // Parked maps are kept for a while; signing out removes all of them.
  useEffect(() => closeOrphans, []);
  return [...KEEP_ALIVE_COMPONENTS.keys()].map((name) => {
    const visit = visits[name];
    return visit === undefined ? null : (
      <Activity key={name} name={name} mode={name === activeName ? 'visible' : 'hidden'}>
        <KeepAliveScreen name={name} visit={visit} />
      </Activity>
    );
  });
}

const KeepAliveScreen = memo(function KeepAliveScreen({
  name,
  visit,
}: {
  readonly name: KeepAliveName;
  readonly visit: Location;
}) {
  const ScreenComponent = KEEP_ALIVE_COMPONENTS.get(name);
  if (ScreenComponent === undefined) return null;
  return (
    <LocationContext value={{ location: visit, navigationType: NavigationType.Push }}>
      <ScreenErrorBoundary visit={visit.key}>{renderLazy(ScreenComponent)}</ScreenErrorBoundary>
    </LocationContext>
  );
});
