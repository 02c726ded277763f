import { Activity, memo, useEffect, useState } from 'react';
import {
  type Location,
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  useLocation,
} from 'react-router';
import { closeOrphans } from '../map/session/parked-maps.ts';
import { FailedScreen } from './failed-page.tsx';
import { type KeptName, SCREENS, screenAt } from './routes.tsx';
import { drawn, screenPart } from './screen-part.tsx';

const PARTS = new Map(
  SCREENS.flatMap((screen) =>
    screen.keep === undefined ? [] : [[screen.keep, screenPart(screen)] as const],
  ),
);

export type LastVisits = Readonly<Partial<Record<KeptName, Location>>>;

/** Where each kept screen was last looked at; it stays on its own address while another one is shown. */
export function useLastVisits(): LastVisits {
  const location = useLocation();
  const [visits, setVisits] = useState<LastVisits>({});
  const current = screenAt(location.pathname)?.keep;
  if (current === undefined || visits[current] === location) return visits;
  const next = { ...visits, [current]: location };
  setVisits(next);
  return next;
}

interface KeptScreensProps {
  readonly visits: LastVisits;
  /** The one that is looked at. */
  readonly shown: KeptName | null;
}

/**
 * Screens that keep their content: once visited they stay drawn, and are hidden while another screen is looked at. A
 * hidden one has no effects: it answers no key, moves nothing, listens to nothing.
 */
export function KeptScreens({ visits, shown }: KeptScreensProps) {
  // Their maps are kept for a while by themselves; who signs out takes all of them along.
  useEffect(() => closeOrphans, []);
  return [...PARTS.keys()].map((name) => {
    const visit = visits[name];
    return visit === undefined ? null : (
      <Activity key={name} name={name} mode={name === shown ? 'visible' : 'hidden'}>
        <KeptScreen name={name} visit={visit} />
      </Activity>
    );
  });
}

const KeptScreen = memo(function KeptScreen({
  name,
  visit,
}: {
  readonly name: KeptName;
  readonly visit: Location;
}) {
  const Part = PARTS.get(name);
  if (Part === undefined) return null;
  return (
    <LocationContext value={{ location: visit, navigationType: NavigationType.Push }}>
      <FailedScreen visit={visit.key}>{drawn(Part)}</FailedScreen>
    </LocationContext>
  );
});
