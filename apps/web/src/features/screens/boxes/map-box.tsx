import { NOTICE_TITLES } from '@wakeline/contract/notices/notice-titles';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../../i18n/i18n.ts';
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
import styles from './boxes.module.css';
import { useFollowedAlarm } from './use-followed-alarm.ts';

/** Of an alarm: the streets or the coast around the device. */
const ALARM_ZOOM = 14;
const PADDING = { left: 0, right: 0, top: 0, bottom: 0 };

/** The live devices on a map, as on the live map. It moves to new alarms if its settings say so. */
export function MapBox({ box: { boxId, groupId } }: BoxContentProps) {
  const { t } = useTranslation('screens');
  const titles = NOTICE_TITLES[useLanguage()];
  const { store, isReady, hasLinks } = useScreenSource();
  const base = useBaseLayer();
  const navigate = useNavigate();
  const scale = useScreenMapScale();
  const [view, setView] = useState<MapView | null>(null);
  const hidden = useOthers(groupId);
  const count = useFleet(groupId).counts.all;
  const [selected, setSelected] = useState<number | null>(null);
  const alarm = useFollowedAlarm(boxId);
  useLiveDevices(view, store, {
    hidden,
    labels: 'single',
    selected: alarm?.trackerId ?? selected,
    onSelect(id) {
      if (id !== null && hasLinks) void navigate(`/Map?device=${id}`);
      else setSelected(id);
    },
    onContextMenu: () => undefined,
  });
  // Devices of another group are in view once; after that the camera is the user's.
  const fitted = useRef<number | null | undefined>(undefined);
  useEffect(() => {
    if (view === null || !isReady || count === 0 || alarm !== null || fitted.current === groupId) return;
    const bounds = boundsOf(store, hidden);
    if (bounds === null) return;
    fitted.current = groupId;
    view.fit(bounds);
  }, [view, store, isReady, count, hidden, groupId, alarm]);
  useEffect(() => {
    if (view === null || alarm === null) return;
    const { latitude = null, longitude = null } = store.getTracker(alarm.trackerId)?.trackerStatusDto ?? {};
    if (latitude === null || longitude === null) return;
    // The fleet is in view again after the alarm.
    fitted.current = undefined;
    view.focus({ lng: longitude, lat: latitude }, ALARM_ZOOM);
  }, [view, store, alarm]);
  const named = alarm === null ? '' : (store.getTracker(alarm.trackerId)?.trackerName ?? '');
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
      {alarm !== null && (
        <p className={styles.followed} role="status">
          <b>{titles[alarm.msgType]}</b> {named === '' ? t('unnamed', { id: alarm.trackerId }) : named}
        </p>
      )}
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
