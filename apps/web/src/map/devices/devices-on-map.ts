import type { Changes, TrackerStore } from '../../live/tracker-store.ts';
import { CLUSTERS, clusters as clusterOverlay } from '../layers/clusters.ts';
import { DEVICES, devices as deviceOverlay } from '../layers/devices.ts';
import { type LabelMode, labels as labelOverlay, sosLabels } from '../layers/labels.ts';
import { selected as selectedOverlay } from '../layers/selected.ts';
import { sos as sosOverlay } from '../layers/sos.ts';
import { spiderLegs } from '../layers/spider-legs.ts';
import type { MapView } from '../map-view.ts';
import { createChosenDevice } from './chosen-device.ts';
import { type ClusterLink, startClusterLink } from './cluster-link.ts';
import { type Describe, labelName, placeOf } from './device-feature.ts';
import { createDrawnClusters } from './drawn-clusters.ts';
import { createDrawnDevices } from './drawn-devices.ts';
import { markDrawn } from './drawn-mark.ts';
import { frameLoop } from './frame-loop.ts';
import { listenToPointer, type PointerEvents } from './pointer.ts';
import { startPulse } from './pulse.ts';
import { createShownDevices } from './shown-devices.ts';
import { feedSource } from './source-feed.ts';
import { createSpiders } from './spiders.ts';

/** The map looks a little beyond its edges, so that a small pan shows nothing late: share of the view. */
const BEYOND = 0.25;
/** While the map moves it looks around at most this often, milliseconds. */
const LOOK_MS = 120;

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
  gather(): boolean;
  stop(): void;
}

/**
 * Draws the trackers of the store on the map: clustered in a worker, so that the map holds what is seen and little
 * more; changed by differences, at most one a frame; never through React.
 */
export function showDevices(options: DevicesOptions): DevicesOnMap {
  const { view, store } = options;
  const hide = [clusterOverlay, spiderLegs, selectedOverlay, sosOverlay, deviceOverlay].map(view.show);
  const parts = createParts(options);
  const { shown, link, spiders, chosen } = parts;
  const labels = createLabels(view);
  const stopEvents = listen(options, parts);

  view.locate = (id) => {
    const at = parts.drawn.at(id);
    if (at !== undefined) return at;
    const tracker = store.getTracker(id);
    return tracker === undefined ? null : placeOf(tracker);
  };
  const stopChanges = store.subscribeChanges(({ added, changed, removed }: Changes) =>
    shown.refresh([...added, ...changed, ...removed]),
  );
  shown.refresh(store.getIds());
  look(view, link);

  return {
    setHidden: shown.setHidden,
    setLabels: labels.set,
    setSelected(id) {
      if (id === chosen.id) return;
      const before = chosen.id;
      chosen.choose(id);
      shown.redraw([before, id]);
      link.pin(new Set(id === null ? [] : [id]));
    },
    setDescribe(next) {
      parts.describe = next;
      shown.refresh([...parts.drawn.ids()]);
    },
    gather: spiders.close,
    stop() {
      // While what draws it is still there: it draws once more.
      spiders.close();
      stopEvents();
      stopChanges();
      parts.pulse.stop();
      link.stop();
      parts.frames.stop();
      view.locate = () => null;
      labels.stop();
      for (const hideOne of hide) hideOne();
    },
  };
}

/** What draws the devices, joined. */
function createParts({ view, store, reducedMotion, onFailed }: DevicesOptions) {
  const { engine } = view;
  const clusterFeed = feedSource((difference) => view.change(CLUSTERS, difference));
  const deviceFeed = feedSource((difference) => view.change(DEVICES, difference));
  const frames = frameLoop((now) => {
    const moving = drawn.step(now);
    deviceFeed.flush();
    clusterFeed.flush();
    return moving || parts.isWaiting();
  });
  const requestFrame = frames.request;
  const chosen = createChosenDevice(engine);
  const drawn = createDrawnDevices({
    feed: deviceFeed,
    zoom: () => engine.getZoom(),
    describe: () => parts.describe,
    chosen: () => chosen.id,
    gliding: !reducedMotion,
    now: () => performance.now(),
  });
  const clusters = createDrawnClusters(clusterFeed);
  const link = startClusterLink((answer) => {
    parts.shownOf = answer.of;
    clusters.take(answer.clusters);
    shown.take(answer.singles);
  }, onFailed);
  const pulse = startPulse(view, reducedMotion);
  const shown = createShownDevices({
    store,
    drawn,
    change: link.change,
    isSpread: (id) => spiders.has(id),
    onSos: pulse.set,
    requestFrame,
  });
  const spiders = createSpiders({ view, drawn, store, onClosed: shown.settle, requestFrame });
  const parts = {
    frames,
    chosen,
    drawn,
    clusters,
    link,
    pulse,
    shown,
    spiders,
    describe: NAME_ONLY,
    /** Devices of which the worker has said what is to be seen. */
    shownOf: 0,
    isWaiting: () => deviceFeed.waiting || clusterFeed.waiting,
  };
  return parts;
}

const NAME_ONLY: Describe = () => [];

type Parts = ReturnType<typeof createParts>;

/** Looks around where the map is, and tells what a pointer hits. */
function listen({ view, store, onSelect, onContextMenu }: DevicesOptions, parts: Parts): () => void {
  const { engine } = view;
  const { shown, clusters, link, spiders } = parts;
  let lookedAt = performance.now();
  const lookAround = () => {
    lookedAt = performance.now();
    look(view, link);
  };
  const subscriptions = [
    markDrawn(view, () =>
      shown.singles.size + clusters.size === 0 || parts.isWaiting() ? null : parts.shownOf,
    ),
    engine.on('moveend', lookAround),
    engine.on('move', () => {
      if (performance.now() - lookedAt >= LOOK_MS) lookAround();
    }),
    engine.on('zoomstart', () => spiders.close()),
  ];
  const stopPointer = listenToPointer(view, {
    onSelect,
    onContextMenu,
    async onCluster(key) {
      const cluster = clusters.get(key);
      if (cluster !== undefined) spiders.open(cluster, await link.open(key, spiders.most));
    },
    nameOf(id) {
      const tracker = store.getTracker(id);
      return tracker === undefined ? '' : labelName(tracker);
    },
    onCrowd: (ids, at) => spiders.spread(at, ids),
    isSpread: spiders.has,
    onGround() {
      if (!spiders.close()) onSelect(null);
    },
  });
  return () => {
    for (const subscription of subscriptions) subscription.unsubscribe();
    parts.chosen.stop();
    stopPointer();
  };
}

function look(view: MapView, link: ClusterLink): void {
  link.look(view.area(BEYOND), Math.floor(view.engine.getZoom()));
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
