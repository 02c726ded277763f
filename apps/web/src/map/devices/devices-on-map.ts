import type { Tracker } from '@wakeline/contract/entities/tracker';
import type { Changes, TrackerStore } from '../../live/tracker-store.ts';
import { CLUSTERS, clusters as clusterOverlay } from '../layers/clusters.ts';
import { DEVICES, devices as deviceOverlay } from '../layers/devices.ts';
import { type LabelMode, labels as labelOverlay, sosLabels } from '../layers/labels.ts';
import { selected as selectedOverlay } from '../layers/selected.ts';
import { sos as sosOverlay } from '../layers/sos.ts';
import { spiderLegs } from '../layers/spider-legs.ts';
import type { MapView } from '../map-view.ts';
import { PALETTES } from '../style/palette.ts';
import { clusterFeature, looksSame } from './cluster-feature.ts';
import type { Cluster, DevicePlace, Shown } from './cluster-index.ts';
import { startClusterLink } from './cluster-link.ts';
import { type Describe, labelName, placeOf } from './device-feature.ts';
import { createDrawnDevices } from './drawn-devices.ts';
import { listenToPointer, type PointerEvents } from './pointer.ts';
import { startPulse } from './pulse.ts';
import { feedSource } from './source-feed.ts';
import { createSpiders } from './spiders.ts';

/** The map looks a little beyond its edges, so that a small pan shows nothing late: share of the view. */
const BEYOND = 0.25;
/**
 * Entry of the browser's own timing (User Timing, W3C): devices can be seen, `devices` of them or their clusters, and more than
 * before: one at the first, and one as the picture grows. `bench login` and `bench map` read it.
 */
const DRAWN_MARK = 'wakeline:devices-drawn';
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
  stop(): void;
}

/**
 * Draws the trackers of the store on the map: clustered in a worker, so that the map holds what is seen and little
 * more; changed by differences, at most one a frame; never through React.
 */
export function showDevices({
  view,
  store,
  reducedMotion,
  onFailed,
  ...events
}: DevicesOptions): DevicesOnMap {
  const { engine } = view;
  let hidden: ReadonlySet<number> = new Set();
  let describe: Describe = () => [];
  let chosen: number | null = null;
  let labelMode: LabelMode = 'hidden';
  let hideLabels: readonly (() => void)[] = [];
  /** What the worker holds. */
  const held = new Set<number>();
  /** What the worker said is to be seen. */
  let singles: ReadonlySet<number> = new Set();
  const clusters = new Map<number, Cluster>();
  /** Devices of which the worker has said what is to be seen, and of how many that was marked. */
  let shownOf = 0;
  let markedOf = 0;

  const hide = [clusterOverlay, spiderLegs, selectedOverlay, sosOverlay, deviceOverlay].map(view.show);
  const clusterFeed = feedSource((difference) => view.change(CLUSTERS, difference));
  const deviceFeed = feedSource((difference) => view.change(DEVICES, difference));
  const drawn = createDrawnDevices({
    feed: deviceFeed,
    zoom: () => engine.getZoom(),
    describe: () => describe,
    chosen: () => chosen,
    gliding: !reducedMotion,
    now: () => performance.now(),
  });
  const link = startClusterLink(take, onFailed);
  const spiders = createSpiders({ view, drawn, store, onClosed: settle, requestFrame });
  const pulse = startPulse(view, reducedMotion);

  let frame: number | null = null;
  function requestFrame(): void {
    frame ??= requestAnimationFrame((now) => {
      frame = null;
      const moving = drawn.step(now);
      deviceFeed.flush();
      clusterFeed.flush();
      if (moving || deviceFeed.waiting || clusterFeed.waiting) requestFrame();
    });
  }

  function isShown(tracker: Tracker | undefined): tracker is Tracker {
    return tracker !== undefined && !hidden.has(tracker.trackerId) && placeOf(tracker) !== null;
  }

  /** Tells the worker of these, and draws anew those that are drawn. */
  function refresh(ids: Iterable<number>): void {
    const places: DevicePlace[] = [];
    const removed: number[] = [];
    for (const id of ids) {
      const tracker = store.getTracker(id);
      const at = tracker === undefined ? null : placeOf(tracker);
      if (isShown(tracker) && at !== null) {
        places.push({ id, ...at, status: tracker.trackerStatusDto.status });
        held.add(id);
        if (drawn.has(id)) drawn.redraw(tracker);
      } else if (held.delete(id)) {
        removed.push(id);
        drawn.remove(id);
      }
    }
    if (places.length + removed.length > 0) link.change(places, removed);
    requestFrame();
  }

  /** Draws anew those of these that are drawn. */
  function redraw(ids: Iterable<number | null>): void {
    for (const id of ids) {
      const tracker = id === null ? undefined : store.getTracker(id);
      if (tracker !== undefined && drawn.has(tracker.trackerId)) drawn.redraw(tracker);
    }
    requestFrame();
  }

  /** Takes over what the worker says is to be seen. */
  function take(shown: Shown): void {
    singles = new Set(shown.singles);
    shownOf = shown.of;
    const gone = new Set(clusters.keys());
    for (const cluster of shown.clusters) {
      gone.delete(cluster.key);
      const before = clusters.get(cluster.key);
      if (before !== undefined && looksSame(before, cluster)) continue;
      clusters.set(cluster.key, cluster);
      clusterFeed.put(clusterFeature(cluster));
    }
    for (const key of gone) {
      clusters.delete(key);
      clusterFeed.remove(key);
    }
    settle();
  }

  /** Draws what is to be seen and is not yet, and takes away what is not to be seen any more. */
  function settle(): void {
    for (const id of [...drawn.ids()]) if (!singles.has(id) && !spiders.has(id)) drawn.remove(id);
    for (const id of singles) {
      const tracker = store.getTracker(id);
      if (!drawn.has(id) && isShown(tracker)) drawn.add(tracker);
    }
    pulse.set([...singles].some((id) => store.getTracker(id)?.trackerStatusDto.status === 'SOS'));
    requestFrame();
  }

  let lookedAt = 0;
  function look(): void {
    lookedAt = performance.now();
    link.look(view.area(BEYOND), Math.floor(engine.getZoom()));
  }

  const drawnMark = engine.on('render', () => {
    if (shownOf <= markedOf || singles.size + clusters.size === 0) return;
    if (clusterFeed.waiting || deviceFeed.waiting) return;
    const layers = [deviceOverlay, clusterOverlay].flatMap((overlay) =>
      overlay.layers(PALETTES[view.flavour]),
    );
    if (engine.queryRenderedFeatures({ layers: layers.map(({ id }) => id) }).length === 0) return;
    markedOf = shownOf;
    performance.mark(DRAWN_MARK, { detail: { devices: shownOf } });
  });

  const subscriptions = [
    drawnMark,
    engine.on('moveend', look),
    engine.on('move', () => {
      if (performance.now() - lookedAt >= LOOK_MS) look();
    }),
    engine.on('zoomstart', () => spiders.close()),
    // A style that was loaded anew has forgotten which one is chosen.
    engine.on('style.load', () => choose(chosen)),
  ];
  const stopPointer = listenToPointer(view, {
    ...events,
    async onCluster(key) {
      const cluster = clusters.get(key);
      if (cluster !== undefined) spiders.open(cluster, await link.open(key, spiders.most));
    },
    nameOf(id) {
      const tracker = store.getTracker(id);
      return tracker === undefined ? '' : labelName(tracker);
    },
    onCrowd: (ids, at) => spiders.spread(at, ids),
    onGround() {
      if (!spiders.close()) events.onSelect(null);
    },
  });

  function choose(id: number | null): void {
    if (chosen !== null) engine.removeFeatureState({ source: DEVICES, id: chosen }, 'selected');
    chosen = id;
    if (id !== null) engine.setFeatureState({ source: DEVICES, id }, { selected: true });
  }

  view.locate = (id) => {
    const at = drawn.at(id);
    if (at !== undefined) return at;
    const tracker = store.getTracker(id);
    return tracker === undefined ? null : placeOf(tracker);
  };
  const stopChanges = store.subscribeChanges(({ added, changed, removed }: Changes) =>
    refresh([...added, ...changed, ...removed]),
  );
  refresh(store.getIds());
  look();

  return {
    setHidden(next) {
      if (next === hidden) return;
      const touched = new Set([...hidden, ...next].filter((id) => hidden.has(id) !== next.has(id)));
      hidden = next;
      refresh(touched);
    },
    setLabels(mode) {
      if (mode === labelMode) return;
      labelMode = mode;
      for (const hideOne of hideLabels) hideOne();
      hideLabels = mode === 'hidden' ? [] : [labelOverlay(mode), sosLabels(mode)].map(view.show);
    },
    setSelected(id) {
      if (id === chosen) return;
      const before = chosen;
      choose(id);
      redraw([before, id]);
      link.pin(new Set(id === null ? [] : [id]));
    },
    setDescribe(next) {
      describe = next;
      refresh([...drawn.ids()]);
    },
    stop() {
      if (frame !== null) cancelAnimationFrame(frame);
      for (const subscription of subscriptions) subscription.unsubscribe();
      stopChanges();
      stopPointer();
      pulse.stop();
      link.stop();
      spiders.close();
      view.locate = () => null;
      for (const overlay of [...hideLabels, ...hide]) overlay();
    },
  };
}
