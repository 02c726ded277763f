import { mercatorX, mercatorY } from '@wakeline/domain/geo/web-mercator';
import { TRACKER_STATUSES } from '@wakeline/domain/tracker-state/tracker-status';
import type { Changes, TrackerStore } from '../../live/tracker-store.ts';
import type { MapView } from '../map-view.ts';
import { openSurface } from '../surface/surface.ts';
import type { Cluster, VisibleClusters } from './cluster-index.ts';
import { type ClusterLink, startClusterLink } from './cluster-link.ts';
import { type Describe, labelName } from './device-marker.ts';
import { createDrawnClusters } from './drawn-clusters.ts';
import { createDrawnDevices } from './drawn-devices.ts';
import { markDrawn } from './drawn-mark.ts';
import { createFrameStep } from './frame-step.ts';
import type { LabelMode } from './label-mode.ts';
import { listenToPointer, type PointerEvents } from './pointer.ts';
import { createSpiders } from './spiders.ts';
import { createVisibleDevices } from './visible-devices.ts';

/** Margin around the view, so that a small pan has no gaps: share of the view. */
const VIEW_MARGIN = 0.25;
/** Minimum interval between cluster queries while the map moves, milliseconds. */
const QUERY_INTERVAL_MS = 120;

export interface DevicesOptions extends PointerEvents {
  readonly view: MapView;
  readonly store: TrackerStore;
  readonly reducedMotion: boolean;
  /** The cluster worker failed: no devices will be visible. */
  readonly onFailed: (error: Error) => void;
}

/** What is visible of devices that have not all loaded. */
export interface DevicesPreview {
  readonly clusters: readonly Omit<Cluster, 'key'>[];
  /** Unclustered devices, which the store has. */
  readonly singles: readonly number[];
  /** Number of devices, visible or not. */
  readonly deviceCount: number;
}

export interface DevicesOnMap {
  setHidden(hidden: ReadonlySet<number>): void;
  setLabels(mode: LabelMode): void;
  setSelected(id: number | null): void;
  setDescribe(describe: Describe): void;
  /** Draws this until the worker has as many devices; null: draws what it has. */
  setPreview(preview: DevicesPreview | null): void;
  /** Collapses spread markers; false if there are none. */
  collapseSpread(): boolean;
  stop(): void;
}

/**
 * Draws the trackers of the store on the surface of the map. A worker clusters them, so the surface contains little more
 * than what is visible. Changes are drawn at most once a frame, and bypass React and the map's engine.
 */
export function showDevices(options: DevicesOptions): DevicesOnMap {
  const { view, store } = options;
  const components = createComponents(options);
  const { visibleDevices, link, spiders, drawn, frames } = components;
  const stopEvents = listen(options, components);

  view.locate = (id) => drawn.getLngLat(id) ?? store.getLngLat(id);
  view.isMarkerAt = (pixel, tolerance) =>
    drawn.findAt(pixel, tolerance).length + components.clusters.findAt(pixel, tolerance).length > 0;
  const stopChanges = store.subscribeChanges(({ added, changed, removed }: Changes) =>
    visibleDevices.refresh([...added, ...changed, ...removed]),
  );
  visibleDevices.refresh(store.getIds());
  queryClusters(view, link);

  return {
    setHidden: visibleDevices.setHidden,
    setLabels: drawn.setLabels,
    setSelected(id) {
      const before = components.selectedId;
      if (id === before) return;
      components.selectedId = id;
      visibleDevices.redraw([before, id]);
      link.pin(new Set(id === null ? [] : [id]));
    },
    setDescribe(next) {
      components.describe = next;
      visibleDevices.redraw([...drawn.ids()]);
    },
    setPreview(preview) {
      components.preview = preview === null ? null : toVisible(preview);
      components.showVisible();
    },
    collapseSpread: spiders.close,
    stop() {
      // Closes first, because closing redraws markers.
      spiders.close();
      stopEvents();
      stopChanges();
      link.stop();
      frames.stop();
      view.locate = () => null;
      view.isMarkerAt = () => false;
      spiders.stop();
      drawn.stop();
      components.clusters.stop();
      components.surface.close();
    },
  };
}

/** Creates and connects everything that draws the devices. */
function createComponents({ view, store, reducedMotion, onFailed }: DevicesOptions) {
  const surface = openSurface(view);
  const frames = createFrameStep(() => {
    drawn.flush();
    components.drawnCount = components.preview === null ? components.visible.deviceCount : null;
  });
  const requestFrame = frames.request;
  const drawn = createDrawnDevices({
    view,
    surface,
    describe: () => components.describe,
    selectedId: () => components.selectedId,
    gliding: !reducedMotion,
  });
  const clusters = createDrawnClusters(view, surface);
  const drawClusters = () => drawn.setObstacles(clusters.replace(components.visible.clusters));
  const showVisible = () => {
    const { preview, latest } = components;
    if (preview !== null && preview.deviceCount <= latest.deviceCount) components.preview = null;
    components.visible = components.preview ?? latest;
    drawClusters();
    visibleDevices.setSingles(components.visible.singles);
  };
  const link = startClusterLink((visible) => {
    components.latest = visible;
    showVisible();
  }, onFailed);
  const visibleDevices = createVisibleDevices({
    store,
    drawn,
    change: link.change,
    isSpread: (id) => spiders.has(id),
    requestFrame,
  });
  const { reconcile } = visibleDevices;
  const spiders = createSpiders({ view, surface, drawn, store, onClosed: reconcile, requestFrame });
  const components = {
    surface,
    frames,
    drawn,
    clusters,
    drawClusters,
    showVisible,
    link,
    visibleDevices,
    spiders,
    describe: NAME_ONLY,
    selectedId: null as number | null,
    /** The worker's last result, what is drawn until it has all devices, and which of them is drawn. */
    latest: NOTHING_VISIBLE,
    preview: null as VisibleClusters | null,
    visible: NOTHING_VISIBLE,
    /** Number of devices in the last frame; null: it shows a preview. */
    drawnCount: 0 as number | null,
  };
  return components;
}

const NOTHING_VISIBLE: VisibleClusters = {
  singles: new Int32Array(),
  clusters: new Float64Array(),
  deviceCount: 0,
};

/** Keys of clusters that the worker does not know are negative. */
function toVisible({ clusters, singles, deviceCount }: DevicesPreview): VisibleClusters {
  const rows = clusters.flatMap(({ lng, lat, count, counts }, at) => [
    -1 - at,
    mercatorX(lng),
    mercatorY(lat),
    count,
    ...TRACKER_STATUSES.map((status) => counts[status]),
  ]);
  return { singles: Int32Array.from(singles), clusters: Float64Array.from(rows), deviceCount };
}

const NAME_ONLY: Describe = () => [];

type Components = ReturnType<typeof createComponents>;

/** Queries clusters as the map moves, and handles the pointer. */
function listen(
  { view, store, onSelect, onContextMenu }: DevicesOptions,
  components: Components,
): () => void {
  const { engine } = view;
  const { drawn, clusters, link, spiders, visibleDevices } = components;
  let queriedAt = performance.now();
  const queryView = () => {
    queriedAt = performance.now();
    queryClusters(view, link);
  };
  const subscriptions = [
    markDrawn(view, () => components.drawnCount),
    // The colours or the datum of the map have changed.
    view.onRedraw(() => {
      spiders.close();
      components.drawClusters();
      visibleDevices.redraw([...drawn.ids()]);
    }),
    engine.on('moveend', queryView),
    engine.on('move', () => {
      if (performance.now() - queriedAt >= QUERY_INTERVAL_MS) queryView();
    }),
    engine.on('zoomstart', () => spiders.close()),
  ];
  const stopPointer = listenToPointer(view, {
    onSelect,
    onContextMenu,
    find: { devices: drawn.findAt, clusters: clusters.findAt },
    async onCluster(key) {
      const cluster = clusters.get(key);
      if (cluster === undefined) return;
      if (key < 0) spiders.zoomInto(cluster);
      else spiders.open(cluster, await link.expand(key, spiders.maxDevices));
    },
    nameOf(id) {
      const tracker = store.getTracker(id);
      return tracker === undefined ? '' : labelName(tracker);
    },
    onOverlap: (ids, at) => spiders.spread(at, ids),
    isSpread: spiders.has,
    onBackground() {
      if (!spiders.close()) onSelect(null);
    },
  });
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
    stopPointer();
  };
}

function queryClusters(view: MapView, link: ClusterLink): void {
  link.query(view.getVisibleBounds(VIEW_MARGIN), Math.floor(view.engine.getZoom()));
}
