import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTracker } from '../../live/live-store.ts';
import type { MapView } from '../../map/map-view.ts';
import { useSearchParams } from '../../ui/search-params.ts';
import { KEEP_VIEW, keepsView, type NavigationState } from './navigation-state.ts';

interface SelectedDevice {
  /** The selected device, which is part of the address. */
  readonly selected: number | null;
  /** Selects a device on the map without moving the view. */
  select(trackerId: number | null): void;
  /** Selects a device elsewhere, in the list or from a notice, and moves the map there. */
  focus(trackerId: number): void;
}

const PARAMETER = 'device';

/**
 * The device in the address (`?device=7`). Opening such an address moves the map to the device.
 * @param complete whether the list of devices has loaded, so that a missing device does not exist
 * @param onUnknown called when the device in the address does not exist
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

  /** Key of the navigation that has been handled. */
  const handledKey = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per navigation, as soon as device and map are ready; not while the device moves
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
    // No message for a device that was removed while selected.
    if (lastKnown.current !== selected) latestOnUnknown.current();
    setDevice(null, null);
  }, [isMissing, selected, setDevice]);

  return {
    selected,
    select: (trackerId) => setDevice(trackerId, KEEP_VIEW),
    focus: (trackerId) => setDevice(trackerId, null),
  };
}
