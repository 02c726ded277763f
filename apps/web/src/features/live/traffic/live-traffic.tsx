import type { TrafficObject } from '@wakeline/contract/trackers/feeds';
import { App, Button } from 'antd';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../format/use-format.ts';
import { Value } from '../../../format/value.tsx';
import { useServerNow } from '../../../live/live-store.ts';
import { trafficStore } from '../../../live/traffic-store.ts';
import type { MapView } from '../../../map/map-view.ts';
import { MapPopup } from '../../../map/popup/map-popup.tsx';
import { showTraffic } from '../../../map/traffic/traffic-on-map.ts';
import { useLiveControl } from '../../../parts/freshness/live-control.ts';
import styles from './live-traffic.module.css';

interface LiveTrafficProps {
  readonly view: MapView;
  /** Opens the form to register an object as a device; null: the user may not. */
  readonly onRegister: ((imei: string) => void) | null;
}

/** Objects of feeds on the map, and a card for the one that was clicked. */
export function LiveTraffic({ view, onRegister }: LiveTrafficProps) {
  const { t } = useTranslation('live');
  const { setTraffic } = useLiveControl();
  const { message } = App.useApp();
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const selected = useSyncExternalStore(trafficStore.subscribe, () =>
    selectedId === null ? undefined : trafficStore.getObjects().get(selectedId),
  );
  const showFailure = useRef(() => {});
  showFailure.current = () => void message.error({ key: 'traffic', content: t('traffic.failed') });

  useEffect(
    () =>
      showTraffic({
        view,
        store: trafficStore,
        request: setTraffic,
        onSelect: ({ objectId }) => setSelectedId(objectId),
        onFailed(error) {
          reportError(error);
          showFailure.current();
        },
      }),
    [view, setTraffic],
  );

  if (selected === undefined) return null;
  return (
    <MapPopup
      view={view}
      lngLat={{ lng: selected.longitude, lat: selected.latitude }}
      ariaLabel={t('traffic.card')}
      onClose={() => setSelectedId(null)}
    >
      <TrafficCard object={selected} onRegister={onRegister} />
    </MapPopup>
  );
}

function TrafficCard({
  object,
  onRegister,
}: { readonly object: TrafficObject } & Pick<LiveTrafficProps, 'onRegister'>) {
  const { t } = useTranslation('live');
  const { formatRelativeTime, formatDateTime, formatCoordinates, formatSpeed, formatAltitude, altitudeName } =
    useFormat();
  const now = useServerNow(1_000);
  const { objectId, name, speed, course, altitude, time, latitude, longitude, distress } = object;
  return (
    <div className={styles.card}>
      <strong>{name ?? objectId}</strong>
      {distress && <span className={styles.distress}>{t('traffic.distress')}</span>}
      <dl>
        <div>
          <dt>{t('traffic.number')}</dt>
          <dd>{objectId}</dd>
        </div>
        {speed !== null && (
          <div>
            <dt>{t('traffic.speed')}</dt>
            <dd>
              <Value quantity={formatSpeed(speed)} />
            </dd>
          </div>
        )}
        {course !== null && (
          <div>
            <dt>{t('traffic.course')}</dt>
            <dd>{Math.round(course)}°</dd>
          </div>
        )}
        {altitude !== null && (
          <div>
            <dt>{altitudeName(t('traffic.altitude'), object.altitudeKind)}</dt>
            <dd>
              <Value quantity={formatAltitude(altitude)} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t('traffic.position')}</dt>
          <dd>{formatCoordinates(latitude, longitude)}</dd>
        </div>
        <div>
          <dt>{t('traffic.time')}</dt>
          <dd title={formatDateTime(time)}>{formatRelativeTime(time, now)}</dd>
        </div>
      </dl>
      {onRegister !== null && (
        <Button size="small" onClick={() => onRegister(objectId)}>
          {t('traffic.register')}
        </Button>
      )}
    </div>
  );
}
