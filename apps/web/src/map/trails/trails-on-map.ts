import { LIMITS } from '@wakeline/contract/limits';
import type { TrackerStore } from '../../live/tracker-store.ts';
import type { TrailStore } from '../../live/trail-store.ts';
import type { MapView } from '../map-view.ts';
import { PALETTES } from '../style/palette.ts';
import { addLines } from '../surface/lines.ts';
import { toMapPoint } from '../surface/map-point.ts';
import { toRgba } from '../surface/rgba.ts';
import { openSurface } from '../surface/surface.ts';
import { selectTrails } from './select-trails.ts';
import { trailLine } from './trail-line.ts';

/** Delays before trails are selected again: after the map moved, and periodically; milliseconds. */
const SELECT_DELAY_MS = 400;
const SELECT_INTERVAL_MS = 5_000;
/**
 * Ageing cuts old ends and fades trails. It happens this often over the length of the trails, but at most once a
 * second.
 */
const AGING_STEPS = 200;
const MIN_AGING_STEP_MS = 1_000;

export interface TrailsOnMapOptions {
  readonly view: MapView;
  readonly store: TrackerStore;
  readonly trails: TrailStore;
  readonly now: () => number;
}

export interface TrailsOnMap {
  /** Length of the trails in minutes; 0: none are drawn. */
  setMinutes(minutes: number): void;
  /** Hidden devices. */
  setHidden(hidden: ReadonlySet<number>): void;
  /** Devices whose trails are always drawn, even out of view: the selected and the followed ones. */
  setAlwaysDrawn(trackerIds: readonly number[]): void;
  stop(): void;
}

const LINE_WIDTH = 3;
const CASING_WIDTH = 1;
const CASING_OPACITY = 0.6;

function styleOf({ flavour }: MapView) {
  const casing = toRgba(PALETTES[flavour].casing, CASING_OPACITY);
  return { width: LINE_WIDTH, casingWidth: CASING_WIDTH, casing };
}

/** Draws trails of the devices in view, moving ones first, up to the limit, in the colour of their status. */
export function showTrails({ view, store, trails, now }: TrailsOnMapOptions): TrailsOnMap {
  const { engine } = view;
  const surface = openSurface(view);
  const lines = addLines(surface, 'trails', styleOf(view));
  const drawn = new Set<number>();
  let minutes = 0;
  /** The time that all trails are drawn for; later points belong to the newest band. */
  let drawnAt = now();
  let hidden: ReadonlySet<number> = new Set();
  let always: readonly number[] = [];
  let selected: ReadonlySet<number> = new Set();
  let selectTimer: ReturnType<typeof setTimeout> | null = null;

  function draw(id: number): void {
    const status = selected.has(id) ? store.getTracker(id)?.trackerStatusDto.status : undefined;
    const line =
      status === undefined
        ? null
        : trailLine(trails.get(id), {
            now: drawnAt,
            minutes,
            toMapPoint: (lngLat) => toMapPoint(view, lngLat),
          });
    if (status === undefined || line === null || line.length === 0) {
      drawn.delete(id);
      lines.remove(id);
    } else {
      drawn.add(id);
      lines.put(id, { ...line, colour: toRgba(PALETTES[view.flavour].status[status]) });
    }
  }

  function select(): void {
    selectTimer = null;
    const max = LIMITS.trailTrackers;
    const next =
      minutes === 0
        ? new Set<number>()
        : selectTrails(store, { bounds: view.getVisibleBounds(), hidden, always, max });
    const removedIds = [...selected].filter((id) => !next.has(id));
    selected = next;
    trails.select(next, minutes);
    for (const id of removedIds) draw(id);
    for (const id of next) if (!drawn.has(id)) draw(id);
  }

  function drawAll(): void {
    drawnAt = now();
    for (const id of selected) draw(id);
  }

  function scheduleSelect(): void {
    selectTimer ??= setTimeout(select, SELECT_DELAY_MS);
  }

  const moveSubscription = engine.on('moveend', scheduleSelect);
  const selectInterval = setInterval(() => minutes > 0 && select(), SELECT_INTERVAL_MS);
  const agingInterval = setInterval(() => {
    if (now() - drawnAt >= (minutes * 60_000) / AGING_STEPS) drawAll();
  }, MIN_AGING_STEP_MS);
  const unsubscribeChanges = store.subscribeChanges(({ added, removed }) => {
    if (minutes > 0 && added.size + removed.size > 0) scheduleSelect();
  });
  const unsubscribeTrails = trails.subscribe((ids) => {
    for (const id of ids) if (selected.has(id) || drawn.has(id)) draw(id);
  });
  const redraw = view.onRedraw(() => {
    lines.setStyle(styleOf(view));
    drawAll();
  });

  return {
    setMinutes(next) {
      minutes = next;
      select();
      drawAll();
    },
    setHidden(next) {
      hidden = next;
      if (minutes > 0) select();
    },
    setAlwaysDrawn(next) {
      always = next;
      if (minutes > 0) select();
    },
    stop() {
      moveSubscription.unsubscribe();
      unsubscribeChanges();
      unsubscribeTrails();
      clearInterval(selectInterval);
      clearInterval(agingInterval);
      if (selectTimer !== null) clearTimeout(selectTimer);
      redraw.unsubscribe();
      lines.stop();
      surface.close();
    },
  };
}
