import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { useTracker } from '../../live/live-store.ts';
import type { MapView } from '../../map/map-view.ts';
import { KEEP_VIEW, keepsView, type NavigationState } from './navigation-state.ts';

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
  const keepView = keepsView(state);
  const navigate = useNavigate();
  const requestedId = Number(query.get(PARAMETER));
  const selected = Number.isSafeInteger(requestedId) && requestedId > 0 ? requestedId : null;
  const tracker = useTracker(selected);
  const isKnown = tracker !== undefined;

  /** The visit for which the map needs not move, or has moved already. */
  const handledKey = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per visit, as soon as device and map are there; never again while it moves
  useEffect(() => {
    if (view === null || !isKnown || handledKey.current === key) return;
    handledKey.current = key;
    if (keepView) return;
    const { latitude: lat, longitude: lng } = tracker.trackerStatusDto;
    if (lat !== null && lng !== null) view.focus({ lng, lat });
  }, [view, isKnown, key]);

  const setDevice = useCallback(
    (trackerId: number | null, navigationState: NavigationState | null) => {
      const next = new URLSearchParams(search);
      if (trackerId === null) next.delete(PARAMETER);
      else next.set(PARAMETER, String(trackerId));
      navigate({ pathname, search: next.toString() }, { replace: true, state: navigationState });
    },
    [navigate, pathname, search],
  );

  const isMissing = complete && selected !== null && !isKnown;
  const lastKnown = useRef<number | null>(null);
  if (isKnown) lastKnown.current = selected;
  const latestOnUnknown = useRef(onUnknown);
  latestOnUnknown.current = onUnknown;
  useEffect(() => {
    if (!isMissing) return;
    // Who removes a device that is looked at knows that it is gone.
    if (lastKnown.current !== selected) latestOnUnknown.current();
    setDevice(null, null);
  }, [isMissing, selected, setDevice]);

  return {
    selected,
    select: (trackerId) => setDevice(trackerId, KEEP_VIEW),
    focus: (trackerId) => setDevice(trackerId, null),
  };
}
