import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useTracker } from '../../live/live-store.ts';
import type { MapView } from '../../map/map-view.ts';
import { isQuiet, QUIET, type Visit } from './visit.ts';

interface SelectedDevice {
  /** The device that is looked at; it stands in the address. */
  readonly selected: number | null;
  /** Chosen where it is seen: the map stays as it is. */
  select(trackerId: number | null): void;
  /** Chosen elsewhere, in the list or by a notice: the map goes there. */
  focus(trackerId: number): void;
}

const PARAMETER = 'device';

/**
 * The device in the address (`?device=7`). Whoever comes with such an address is taken to the device.
 *
 * @param complete whether the list of devices has come: who is not known then is not there.
 * @param onUnknown called when the address names a device that is not there.
 */
export function useSelectedDevice(
  view: MapView | null,
  complete: boolean,
  onUnknown: () => void,
): SelectedDevice {
  const [query] = useSearchParams();
  const { key, pathname, search, state } = useLocation();
  const quiet = isQuiet(state);
  const navigate = useNavigate();
  const asked = Number(query.get(PARAMETER));
  const selected = Number.isSafeInteger(asked) && asked > 0 ? asked : null;
  const tracker = useTracker(selected);
  const known = tracker !== undefined;

  /** The visit for which the map needs not move, or has moved already. */
  const settled = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit, as soon as device and map are there; never again while it moves
  useEffect(() => {
    if (view === null || !known || settled.current === key) return;
    settled.current = key;
    if (quiet) return;
    const { latitude: lat, longitude: lng } = tracker.trackerStatusDto;
    if (lat !== null && lng !== null) view.focus({ lng, lat });
  }, [view, known, key]);

  const visit = useCallback(
    (trackerId: number | null, how: Visit | null) => {
      const next = new URLSearchParams(search);
      if (trackerId === null) next.delete(PARAMETER);
      else next.set(PARAMETER, String(trackerId));
      navigate({ pathname, search: next.toString() }, { replace: true, state: how });
    },
    [navigate, pathname, search],
  );

  const gone = complete && selected !== null && !known;
  const shown = useRef<number | null>(null);
  if (known) shown.current = selected;
  const tell = useRef(onUnknown);
  tell.current = onUnknown;
  useEffect(() => {
    if (!gone) return;
    // Who removes a device that is looked at knows that it is gone.
    if (shown.current !== selected) tell.current();
    visit(null, null);
  }, [gone, selected, visit]);

  return {
    selected,
    select: (trackerId) => visit(trackerId, QUIET),
    focus: (trackerId) => visit(trackerId, null),
  };
}
