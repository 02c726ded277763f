import type { Changes, TrackerStore } from '../../live/tracker-store.ts';
import { CLUSTERS, clusters as clusterOverlay } from '../layers/clusters.ts';
import { DEVICES, devices as deviceOverlay } from '../layers/devices.ts';
import { type LabelMode, labels as labelOverlay, sosLabels } from '../layers/labels.ts';
import { selected as selectedOverlay } from '../layers/selected.ts';
import { sos as sosOverlay } from '../layers/sos.ts';
import { spiderLegs } from '../layers/spider-legs.ts';
import type { MapView } from '../map-view.ts';
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

/** The map looks a little beyond its edges, so that a small pan shows nothing late: share of the view. */
const VIEW_MARGIN = 0.25;
/** While the map moves it looks around at most this often, milliseconds. */
const QUERY_INTERVAL_MS = 120;

export interface DevicesOptions extends PointerEvents {
  readonly view: MapView;
  readonly store: TrackerStore;
  readonly reducedMotion: boolean;
  /** The worker that clusters is not there: no device will be seen. */
  readonly onFailed: (error: Error) => void;
}

export interface DevicesOnMap {
  setHidden(hidden: ReadonlySet<number>): void;
  setLabels(mode: LabelMode): void;
  setSelected(id: number | null): void;
  setDescribe(describe: Describe): void;
  /** Takes spread markers back; false when there are none. */
  collapseSpread(): boolean;
  stop(): void;
}

/**
 * Draws the trackers of the store on the map: clustered in a worker, so that the map holds what is seen and little
 * more; changed by differences, at most one a frame; never through React.
 */
export function showDevices(options: DevicesOptions): DevicesOnMap {
  const { view, store } = options;
  const hide = [clusterOverlay, spiderLegs, selectedOverlay, sosOverlay, deviceOverlay].map(view.show);
  const components = createComponents(options);
  const { shown: visibleDevices, link, spiders, chosen } = components;
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
      if (id === chosen.id) return;
      const before = chosen.id;
      chosen.select(id);
      visibleDevices.redraw([before, id]);
      link.pin(new Set(id === null ? [] : [id]));
    },
    setDescribe(next) {
      components.describe = next;
      visibleDevices.refresh([...components.drawn.ids()]);
    },
    collapseSpread: spiders.close,
    stop() {
      // While what draws it is still there: it draws once more.
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

/** What draws the devices, joined. */
function createComponents({ view, store, reducedMotion, onFailed }: DevicesOptions) {
  const { engine } = view;
  const clusterFeed = createSourceFeed((difference) => view.change(CLUSTERS, difference));
  const deviceFeed = createSourceFeed((difference) => view.change(DEVICES, difference));
  const frames = createFrameLoop((now) => {
    const moving = drawn.step(now);
    deviceFeed.flush();
    clusterFeed.flush();
    return moving || components.isWaiting();
  });
  const requestFrame = frames.request;
  const chosen = createSelectedDevice(engine);
  const drawn = createDrawnDevices({
    feed: deviceFeed,
    zoom: () => engine.getZoom(),
    describe: () => components.describe,
    selectedId: () => chosen.id,
    gliding: !reducedMotion,
    now: () => performance.now(),
  });
  const clusters = createDrawnClusters(clusterFeed);
  const link = startClusterLink((visible) => {
    components.clusteredDevices = visible.deviceCount;
    clusters.replace(visible.clusters);
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
    chosen,
    drawn,
    clusters,
    link,
    pulse,
    shown: visibleDevices,
    spiders,
    describe: NAME_ONLY,
    /** Devices of which the worker has said what is to be seen. */
    clusteredDevices: 0,
    isWaiting: () => deviceFeed.waiting || clusterFeed.waiting,
  };
  return components;
}

const NAME_ONLY: Describe = () => [];

type Components = ReturnType<typeof createComponents>;

/** Looks around where the map is, and tells what a pointer hits. */
function listen(
  { view, store, onSelect, onContextMenu }: DevicesOptions,
  components: Components,
): () => void {
  const { engine } = view;
  const { shown: visibleDevices, clusters, link, spiders } = components;
  let queriedAt = performance.now();
  const queryView = () => {
    queriedAt = performance.now();
    queryClusters(view, link);
  };
  const subscriptions = [
    markDrawn(view, () =>
      visibleDevices.singles.size + clusters.size === 0 || components.isWaiting()
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
    components.chosen.stop();
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
