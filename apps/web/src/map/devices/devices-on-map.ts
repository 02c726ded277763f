import type { Changes, TrackerStore } from '../../live/tracker-store.ts';
import { CLUSTERS, clusters as clusterOverlay } from '../layers/clusters.ts';
import { DEVICES, devices as deviceOverlay } from '../layers/devices.ts';
import { type LabelMode, labels as labelOverlay, sosLabels } from '../layers/labels.ts';
import { selected as selectedOverlay } from '../layers/selected.ts';
import { sos as sosOverlay } from '../layers/sos.ts';
import { spiderLegs } from '../layers/spider-legs.ts';
import type { MapView } from '../map-view.ts';
import { CLUSTER_COLUMNS, type Cluster, clusterAt } from './cluster-index.ts';
import { type ClusterLink, startClusterLink } from './cluster-link.ts';
import { type Describe, labelName, lngLatOf } from './device-feature.ts';
import { createDrawnClusters } from './drawn-clusters.ts';
import { createDrawnDevices } from './drawn-devices.ts';
import { markDrawn } from './drawn-mark.ts';
import { createFrameLoop } from './frame-loop.ts';
import { listenToPointer, type PointerEvents } from './pointer.ts';
import { startPulse } from './pulse.ts';
import { createSelectedDevice } from './selected-device.ts';
import { createSourceFeed } from './source-feed.ts';
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

export interface DevicesOnMap {
  setHidden(hidden: ReadonlySet<number>): void;
  setLabels(mode: LabelMode): void;
  setSelected(id: number | null): void;
  setDescribe(describe: Describe): void;
  /** Collapses spread markers; false if there are none. */
  collapseSpread(): boolean;
  stop(): void;
}

/**
 * Draws the trackers of the store on the map. A worker clusters them, so the map contains little more than what is
 * visible. Changes are applied as diffs, at most one a frame, and bypass React.
 */
export function showDevices(options: DevicesOptions): DevicesOnMap {
  const { view, store } = options;
  const hide = [clusterOverlay, spiderLegs, selectedOverlay, sosOverlay, deviceOverlay].map(view.show);
  const components = createComponents(options);
  const { visibleDevices, link, spiders, selectedDevice } = components;
  const labels = createLabels(view);
  const stopEvents = listen(options, components);

  view.locate = (id) => {
    const at = components.drawn.getLngLat(id);
    if (at !== undefined) return at;
    const tracker = store.getTracker(id);
    return tracker === undefined ? null : lngLatOf(tracker);
  };
  const stopChanges = store.subscribeChanges(({ added, changed, removed }: Changes) =>
    visibleDevices.refresh([...added, ...changed, ...removed]),
  );
  visibleDevices.refresh(store.getIds());
  queryClusters(view, link);

  return {
    setHidden: visibleDevices.setHidden,
    setLabels: labels.set,
    setSelected(id) {
      if (id === selectedDevice.id) return;
      const before = selectedDevice.id;
      selectedDevice.select(id);
      visibleDevices.redraw([before, id]);
      link.pin(new Set(id === null ? [] : [id]));
    },
    setDescribe(next) {
      components.describe = next;
      visibleDevices.refresh([...components.drawn.ids()]);
    },
    collapseSpread: spiders.close,
    stop() {
      // Closes first, because closing redraws markers.
      spiders.close();
      stopEvents();
      stopChanges();
      components.pulse.stop();
      link.stop();
      components.frames.stop();
      view.locate = () => null;
      labels.stop();
      for (const hideOne of hide) hideOne();
    },
  };
}

/** Creates and connects everything that draws the devices. */
function createComponents({ view, store, reducedMotion, onFailed }: DevicesOptions) {
  const { engine } = view;
  const clusterFeed = createSourceFeed((difference) => view.change(CLUSTERS, difference));
  const deviceFeed = createSourceFeed((difference) => view.change(DEVICES, difference));
  const frames = createFrameLoop((now) => {
    const moving = drawn.step(now);
    deviceFeed.flush();
    clusterFeed.flush();
    return moving || components.isPending();
  });
  const requestFrame = frames.request;
  const selectedDevice = createSelectedDevice(engine);
  const drawn = createDrawnDevices({
    feed: deviceFeed,
    zoom: () => engine.getZoom(),
    describe: () => components.describe,
    selectedId: () => selectedDevice.id,
    gliding: !reducedMotion,
    now: () => performance.now(),
  });
  const clusters = createDrawnClusters(clusterFeed);
  const link = startClusterLink((visible) => {
    components.clusteredDevices = visible.deviceCount;
    clusters.replace(readClusters(visible.clusters));
    visibleDevices.setSingles(visible.singles);
  }, onFailed);
  const pulse = startPulse(view, reducedMotion);
  const visibleDevices = createVisibleDevices({
    store,
    drawn,
    change: link.change,
    isSpread: (id) => spiders.has(id),
    onSos: pulse.set,
    requestFrame,
  });
  const spiders = createSpiders({ view, drawn, store, onClosed: visibleDevices.reconcile, requestFrame });
  const components = {
    frames,
    selectedDevice,
    drawn,
    clusters,
    link,
    pulse,
    visibleDevices,
    spiders,
    describe: NAME_ONLY,
    /** Number of devices in the worker's last result. */
    clusteredDevices: 0,
    isPending: () => deviceFeed.isPending || clusterFeed.isPending,
  };
  return components;
}

function readClusters(clusters: Float64Array): Cluster[] {
  return Array.from({ length: clusters.length / CLUSTER_COLUMNS }, (_, at) =>
    clusterAt(clusters, at * CLUSTER_COLUMNS),
  );
}

const NAME_ONLY: Describe = () => [];

type Components = ReturnType<typeof createComponents>;

/** Queries clusters as the map moves, and handles the pointer. */
function listen(
  { view, store, onSelect, onContextMenu }: DevicesOptions,
  components: Components,
): () => void {
  const { engine } = view;
  const { visibleDevices, clusters, link, spiders } = components;
  let queriedAt = performance.now();
  const queryView = () => {
    queriedAt = performance.now();
    queryClusters(view, link);
  };
  const subscriptions = [
    markDrawn(view, () =>
      visibleDevices.singles.size + clusters.size === 0 || components.isPending()
        ? null
        : components.clusteredDevices,
    ),
    engine.on('moveend', queryView),
    engine.on('move', () => {
      if (performance.now() - queriedAt >= QUERY_INTERVAL_MS) queryView();
    }),
    engine.on('zoomstart', () => spiders.close()),
  ];
  const stopPointer = listenToPointer(view, {
    onSelect,
    onContextMenu,
    async onCluster(key) {
      const cluster = clusters.get(key);
      if (cluster !== undefined) spiders.open(cluster, await link.expand(key, spiders.maxDevices));
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
    components.selectedDevice.stop();
    stopPointer();
  };
}

function queryClusters(view: MapView, link: ClusterLink): void {
  link.query(view.getVisibleBounds(VIEW_MARGIN), Math.floor(view.engine.getZoom()));
}

function createLabels(view: MapView) {
  let mode: LabelMode = 'hidden';
  let hide: readonly (() => void)[] = [];
  const clear = () => {
    for (const hideOne of hide) hideOne();
  };
  return {
    set(next: LabelMode): void {
      if (next === mode) return;
      mode = next;
      clear();
      hide = next === 'hidden' ? [] : [labelOverlay(next), sosLabels(next)].map(view.show);
    },
    stop: clear,
  };
}
