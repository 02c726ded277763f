import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { TrackerStore } from '../../../live/tracker-store.ts';
import { useLiveDevices } from '../../../map/devices/use-live-devices.ts';
import { MapHost } from '../../../map/map-host.tsx';
import type { Bounds, MapView } from '../../../map/map-view.ts';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import { Magnified } from '../../../ui/magnified.tsx';
import { useFleet, useOthers } from '../fleet.ts';
import { useScreenSource } from '../screen-source.ts';
import { useScreenMapScale } from '../screen-text.ts';
import type { BoxContentProps } from './box-content.ts';

const PADDING = { left: 0, right: 0, top: 0, bottom: 0 };

/** The live devices on a map, as on the live map. */
export function MapBox({ box: { groupId } }: BoxContentProps) {
  const { t } = useTranslation('screens');
  const { store, isReady, hasLinks } = useScreenSource();
  const base = useBaseLayer();
  const navigate = useNavigate();
  const scale = useScreenMapScale();
  const [view, setView] = useState<MapView | null>(null);
  const hidden = useOthers(groupId);
  const count = useFleet(groupId).counts.all;
  const [selected, setSelected] = useState<number | null>(null);
  useLiveDevices(view, store, {
    hidden,
    labels: 'single',
    selected,
    onSelect(id) {
      if (id !== null && hasLinks) void navigate(`/Map?device=${id}`);
      else setSelected(id);
    },
    onContextMenu: () => undefined,
  });
  // Devices of another group are in view once; after that the camera is the user's.
  const fitted = useRef<number | null | undefined>(undefined);
  useEffect(() => {
    if (view === null || !isReady || count === 0 || fitted.current === groupId) return;
    const bounds = boundsOf(store, hidden);
    if (bounds === null) return;
    fitted.current = groupId;
    view.fit(bounds);
  }, [view, store, isReady, count, hidden, groupId]);
  return (
    <Magnified factor={scale}>
      <MapHost
        ariaLabel={t('kind.map')}
        base={base}
        padding={PADDING}
        minimal
        onReady={(ready) => {
          fitted.current = undefined;
          setView(ready);
        }}
      />
    </Magnified>
  );
}

/** The area of the devices that are not hidden, with a margin; null: none has a position. */
function boundsOf(store: TrackerStore, hidden: ReadonlySet<number>): Bounds | null {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const id of store.getIds()) {
    const { latitude = null, longitude = null } = store.getTracker(id)?.trackerStatusDto ?? {};
    if (hidden.has(id) || latitude === null || longitude === null) continue;
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  if (west > east) return null;
  const margin = Math.max(0.005, (east - west) * 0.08, (north - south) * 0.08);
  return {
    west: west - margin,
    east: east + margin,
    south: Math.max(-85, south - margin),
    north: Math.min(85, north + margin),
  };
}
