import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { MapHost } from '../../../map/map-host.tsx';
import type { MapView } from '../../../map/map-view.ts';
import { PlaceMarkers } from '../../../map/markers/place-markers.tsx';
import { boundsOf } from '../../../map/objects/bounds-of.ts';
import { useBaseLayer } from '../../../parts/layers/use-base-layer.ts';
import styles from './conversations.module.css';
import type { FocusedPlace, PlacedMessage } from './has-place.ts';

const NO_PADDING = { left: 0, right: 0, top: 0, bottom: 0 };
/** Zoom at which the surroundings of a ship are visible. */
const PLACE_ZOOM = 10;
/** Degrees that are visible at least, so that a coast is in view. */
const MIN_SPAN = 1.2;

interface MessageMapProps {
  /** Newest first. */
  readonly messages: readonly PlacedMessage[];
  readonly focused: FocusedPlace | null;
  readonly onFocus: (messageId: number) => void;
}

/** Where the messages of a conversation were written. */
export function MessageMap({ messages, focused, onFocus }: MessageMapProps) {
  const { t } = useTranslation('satelliteMessages');
  const { formatDateTime } = useFormat();
  const base = useBaseLayer();
  const [view, setView] = useState<MapView | null>(null);
  const markers = useMemo(
    () =>
      messages.map(({ messageId, createTime, place }) => ({
        id: messageId,
        lngLat: { lng: place.longitude, lat: place.latitude },
        label: t('chats.markerLabel', { time: formatDateTime(createTime) }),
      })),
    [messages, t, formatDateTime],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each map; afterwards the user controls it
  useEffect(() => {
    const margin = MIN_SPAN / 2;
    const bounds = boundsOf(
      markers.flatMap(({ lngLat: { lng, lat } }) => [
        [lng - margin, Math.max(-90, lat - margin)] as const,
        [lng + margin, Math.min(90, lat + margin)] as const,
      ]),
    );
    if (view !== null && bounds !== null) view.fit(bounds);
  }, [view]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another message is selected
  useEffect(() => {
    const marker = markers.find(({ id }) => id === focused?.messageId);
    if (view !== null && marker !== undefined) view.focus(marker.lngLat, PLACE_ZOOM);
  }, [view, focused]);

  return (
    <aside className={styles.map} aria-label={t('chats.map')}>
      <MapHost minimal ariaLabel={t('chats.map')} base={base} padding={NO_PADDING} onReady={setView}>
        {view && (
          <PlaceMarkers
            view={view}
            markers={markers}
            selected={focused?.messageId ?? null}
            onSelect={onFocus}
          />
        )}
      </MapHost>
    </aside>
  );
}
