import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { liveStore, serverNow } from '../../live/live-store.ts';
import { createMirror } from '../../live/tracker-mirror.ts';
import type { MapView } from '../../map/map-view.ts';
import { useListVersions } from '../../parts/devices/use-sorted-trackers.ts';
import { FreshnessIndicator } from '../../parts/freshness/freshness-indicator.tsx';
import { useLiveControl } from '../../parts/freshness/live-control.ts';
import { useBaseLayer } from '../../parts/layers/use-base-layer.ts';
import { AccountMapLayers } from '../../parts/map-kit/account-map-layers.tsx';
import { VIEW_PANELS } from '../../parts/map-kit/map-panels.ts';
import styles from '../../parts/shares/watch-header.module.css';
import { useLoadTrails } from '../../parts/trails/use-live-trails.ts';
import { useBranding } from '../../service/branding.ts';
import { Logo } from '../../ui/logo.tsx';
import { WatchView } from './watch-view.tsx';

const renderMapLayers = (view: MapView) => <AccountMapLayers view={view} />;

/** Devices of a signed-in user, watched in real time from the live store. */
export function OwnWatch({ trackerIds }: { readonly trackerIds: readonly number[] }) {
  const { t } = useTranslation('shares');
  const { listState } = useLiveControl();
  const { sysName, logoUrl } = useBranding();
  const load = useLoadTrails();
  const base = useBaseLayer();
  // Identifies the watched devices: a new array with the same ids must not restart the watch.
  const key = trackerIds.join(',');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key contains all ids
  const mirror = useMemo(() => createMirror(liveStore, trackerIds), [key]);
  useEffect(() => mirror.start(), [mirror]);
  const { order } = useListVersions();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version changes when devices are added or removed
  const known = useMemo(
    () => trackerIds.filter((id) => liveStore.getTracker(id) !== undefined),
    [key, order, listState],
  );
  const missing = listState === 'ready' ? trackerIds.length - known.length : 0;
  return (
    <WatchView
      key={key}
      single={trackerIds.length === 1}
      store={mirror.store}
      trackerIds={known}
      ready={known.length > 0 || listState !== 'loading'}
      load={load}
      base={base}
      panels={VIEW_PANELS}
      renderLayers={renderMapLayers}
      now={serverNow}
      head={
        <div className={styles.head}>
          <Link to="/" aria-label={sysName} className={styles.brand}>
            {logoUrl ? <img src={logoUrl} alt="" /> : <Logo />}
            <h1>{t('title')}</h1>
          </Link>
          <FreshnessIndicator />
        </div>
      }
      note={
        <>
          {missing > 0 && (
            <p role="alert" className={styles.note}>
              {t('missing', { count: missing })}
            </p>
          )}
          {listState === 'failed' && (
            <p role="alert" className={styles.note}>
              {t('failed')}
            </p>
          )}
        </>
      }
    />
  );
}
