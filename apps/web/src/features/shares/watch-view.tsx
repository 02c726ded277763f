import { IconChevronDown, IconChevronUp, IconFocusCentered } from '@tabler/icons-react';
import { Button, Select, Skeleton } from 'antd';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { LoadTrails, TrailStore } from '../../live/trail-store.ts';
import type { BaseLayerSelection } from '../../map/base/base-layer-selection.ts';
import type { FollowTarget } from '../../map/devices/follow-devices.ts';
import { useFollowDevices } from '../../map/devices/use-follow-devices.ts';
import { useLiveDevices } from '../../map/devices/use-live-devices.ts';
import type { MapView } from '../../map/map-view.ts';
import { useTrails } from '../../map/trails/use-trails.ts';
import { PanelMap, type PanelSize } from '../../parts/map-tools/panel-map.tsx';
import type { PanelEntry } from '../../parts/map-tools/tool-panels.ts';
import { parseTrailLength, TRAIL_LENGTHS, type TrailLength } from '../../parts/trails/trail-length.ts';
import { useTrailStore } from '../../parts/trails/use-trail-store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useLocalStorage } from '../../ui/local-storage.ts';
import { usePhone } from '../../ui/media.ts';
import { DeviceWatch } from './device-watch.tsx';
import styles from './watch-view.module.css';

interface WatchViewProps {
  /** Contains only the watched devices. */
  readonly store: TrackerStore;
  readonly trackerIds: readonly number[];
  /** True if a single device is requested; it is then followed. */
  readonly single: boolean;
  /** Whether their names and first states have loaded. */
  readonly ready: boolean;
  readonly load: LoadTrails;
  /** The base layer. */
  readonly base: BaseLayerSelection | null;
  /** The tools of the map. */
  readonly panels: readonly PanelEntry[];
  /** Renders additional map layers. */
  readonly renderLayers?: (view: MapView) => ReactNode;
  /** Epoch milliseconds of the server; must be a stable function. */
  readonly now: () => number;
  /** Header above the devices. */
  readonly head: ReactNode;
  /** Message above the devices. */
  readonly note?: ReactNode;
}

const PANEL_SIZE: PanelSize = { width: 340, expanded: 360, collapsed: 60 };
/** The curves are displayed even without a trail. */
const MIN_MINUTES = 10;
const NOTHING_HIDDEN: ReadonlySet<number> = new Set();

/** Devices watched in real time: a map that follows them, and a card for each device. */
export function WatchView(props: WatchViewProps) {
  const { single, store, trackerIds, ready, load, base, panels, renderLayers, now, head, note } = props;
  const { t } = useTranslation('shares');
  const phone = usePhone();
  const [view, setView] = useState<MapView | null>(null);
  const [trailMinutes, setTrailMinutes] = useLocalStorage<TrailLength>('watchWake', 10, parseTrailLength);
  const [open, setOpen] = useState(true);
  const collapse = useCallback(() => setOpen(false), []);
  const [requestedTarget, setTarget] = useState<FollowTarget>('all');
  // With a single device, following all means following it.
  const target = requestedTarget === 'all' && single ? (trackerIds[0] ?? 'all') : requestedTarget;
  const minutes = Math.max(MIN_MINUTES, trailMinutes);
  const trails = useTrailStore(store, load, now);
  useEffect(() => trails?.select(trackerIds, minutes), [trails, trackerIds, minutes]);
  const drawn = useMemo(() => trails && withFixedRequest(trails), [trails]);
  const follow = useFollowDevices(view, store, target, () => setTarget(null));

  function followTarget(next: FollowTarget): void {
    setTarget(next);
    follow.current?.follow(next);
  }

  useLiveDevices(view, store, {
    hidden: NOTHING_HIDDEN,
    labels: 'single',
    selected: typeof target === 'number' ? target : null,
    onSelect: (id) => id !== null && followTarget(id),
    onContextMenu: () => undefined,
  });
  useTrails(view, {
    store,
    trails: drawn,
    now,
    minutes: trailMinutes,
    hidden: NOTHING_HIDDEN,
    always: trackerIds,
  });

  return (
    <div className={styles.page}>
      <PanelMap
        mapLabel={t('map')}
        panelLabel={t('devices')}
        panelSize={PANEL_SIZE}
        isExpanded={open}
        onCollapse={collapse}
        base={base}
        view={view}
        onReady={setView}
        tools={panels}
        overlays={view && renderLayers?.(view)}
      >
        <div className={styles.head}>
          <div className={styles.owner}>{head}</div>
          {phone && (
            <IconButton
              label={t(open ? 'collapse' : 'expand')}
              placement="top"
              icon={open ? <IconChevronDown size={18} /> : <IconChevronUp size={18} />}
              onClick={() => setOpen(!open)}
            />
          )}
        </div>
        <div className={styles.tools}>
          {!single && (
            <Button
              size="small"
              type={target === 'all' ? 'primary' : 'default'}
              icon={<IconFocusCentered size={16} />}
              aria-pressed={target === 'all'}
              onClick={() => followTarget('all')}
            >
              {t('follow.all')}
            </Button>
          )}
          <Select<TrailLength>
            size="small"
            aria-label={t('trail.title')}
            className={styles.trailLength ?? ''}
            value={trailMinutes}
            onChange={setTrailMinutes}
            options={TRAIL_LENGTHS.map((value) => ({
              value,
              label: value === 0 ? t('trail.none') : t('trail.behind', { count: value }),
            }))}
          />
        </div>
        {target === null && (
          <p className={styles.note} role="status">
            {t('follow.stopped')}
          </p>
        )}
        {note}
        <div className={styles.list}>
          {ready ? (
            trackerIds.map((trackerId) => (
              <DeviceWatch
                key={trackerId}
                trackerId={trackerId}
                store={store}
                trails={trails}
                now={now}
                minutes={minutes}
                followed={target === trackerId}
                onFollow={() => followTarget(trackerId)}
              />
            ))
          ) : (
            <Skeleton active className={styles.skeleton ?? ''} />
          )}
        </div>
      </PanelMap>
    </div>
  );
}

/** The page selects the trails, for the curves as well; the map must not change the selection. */
function withFixedRequest(trails: TrailStore): TrailStore {
  return { ...trails, select: () => undefined };
}
