import { LngLat as EngineLngLat, type LngLatBoundsLike, type MapLibreMap } from 'maplibre-gl';
import type { DatumShift } from '../base/datum-shift.ts';
import { type Bounds, FOCUS_ZOOM, type LngLat, type MapPadding, type MapView } from '../map-view.ts';

/** Time in which the card of a focused object may open and grow, also on a slow machine, milliseconds. */
const CARD_OPEN_MS = 10_000;
/** Animations stay below 200 ms; a move over more screens than this jumps. */
const MOVE_MS = 180;
const MAX_ANIMATED_MOVE = 3;
/** Pixels of margin around a fitted area. */
const FIT_MARGIN = 48;

/** In WGS-84. */
export interface Camera {
  readonly center: LngLat;
  readonly zoom: number;
}

/** The camera of a map, relative to the area that panels leave free. */
export interface SessionCamera {
  readonly getFreeArea: MapView['getFreeArea'];
  focus(lngLat: LngLat, zoom: number): void;
  fit(area: Bounds): void;
  /** Clears the fitted area, so that a resize does not fit it again. */
  clearFit(): void;
  /** Runs a change of the datum and keeps the centre over the same position on the ground. */
  preserveCenter(change: () => void): void;
  /** @param refocus whether the focused position or fitted area is centred again */
  setPadding(next: MapPadding, refocus: boolean): void;
}

export interface SessionCameraOptions {
  readonly engine: MapLibreMap;
  readonly shift: () => DatumShift;
  readonly padding: MapPadding;
  readonly onMoved: (camera: Camera) => void;
}

interface FocusTarget {
  readonly lngLat: LngLat;
  readonly zoom: number;
}

export function createCamera(options: SessionCameraOptions): SessionCamera {
  const { engine, shift } = options;
  let { padding } = options;
  const focus = trackFocus(options);
  const fitter = createFitter(engine, shift);

  function ease(lngLat: LngLat, zoom: number): void {
    focus.setRecent(lngLat, zoom);
    const to = shift().toMapDatum(lngLat);
    const center = new EngineLngLat(to.lng, to.lat);
    const far =
      engine.project(center).dist(engine.project(engine.getCenter())) >
      engine.getCanvas().clientWidth * MAX_ANIMATED_MOVE;
    if (far || Math.abs(zoom - engine.getZoom()) > MAX_ANIMATED_MOVE)
      engine.jumpTo({ center, zoom, padding });
    else {
      engine.easeTo({ center, zoom, padding, duration: MOVE_MS });
      focus.setAim(engine.isMoving() ? { lngLat, zoom } : null);
    }
  }

  return {
    getFreeArea: () => freeArea(engine, padding),
    focus: ease,
    fit: fitter.fit,
    clearFit: fitter.clear,
    preserveCenter(change) {
      const wasFitted = fitter.isFitted();
      const lngLat = focus.aim?.lngLat ?? shift().toWgs84(engine.getCenter());
      const zoom = focus.aim?.zoom ?? engine.getZoom();
      change();
      engine.jumpTo({ center: shift().toMapDatum(lngLat), zoom });
      if (wasFitted) fitter.keep();
    },
    setPadding(next, refocus) {
      const isUnchanged = isSamePadding(next, padding);
      padding = next;
      if (isUnchanged) return;
      if (!refocus) {
        engine.setPadding(next);
        return;
      }
      const focusTarget = focus.aim ?? focus.recent;
      if (focusTarget !== null) {
        ease(focusTarget.lngLat, focusTarget.zoom);
        return;
      }
      const wasFitted = fitter.isFitted();
      // The visible content stays in place; only the centre changes.
      const { left, right, top, bottom } = freeArea(engine, next);
      engine.jumpTo({ center: engine.unproject([(left + right) / 2, (top + bottom) / 2]), padding: next });
      if (wasFitted) fitter.ensureVisible(freeArea(engine, next));
    },
  };
}

/** Tracks the target of the current animation, and the last focused position. */
function trackFocus({ engine, shift, onMoved }: SessionCameraOptions) {
  let aim: FocusTarget | null = null;
  /** Valid while the focused object's card may still open and cover part of the map. */
  let recent: (FocusTarget & { readonly until: number }) | null = null;
  engine.on('moveend', () => {
    aim = null;
    onMoved({ center: shift().toWgs84(engine.getCenter().wrap()), zoom: engine.getZoom() });
  });
  engine.on('movestart', ({ originalEvent }) => {
    if (originalEvent !== undefined) recent = null;
  });
  return {
    get aim() {
      return aim;
    },
    get recent(): FocusTarget | null {
      return recent !== null && performance.now() < recent.until ? recent : null;
    },
    setRecent(lngLat: LngLat, zoom: number): void {
      recent = { lngLat, zoom, until: performance.now() + CARD_OPEN_MS };
    },
    setAim(next: FocusTarget | null): void {
      aim = next;
    },
  };
}

/** Keeps an area in view when the map is resized, until the camera moves. */
function createFitter(engine: MapLibreMap, shift: () => DatumShift) {
  /** The fitted area, and the camera position at that time. */
  let fitted: { readonly area: Bounds; readonly camera: string } | null = null;
  const cameraKey = () => `${engine.getCenter().toString()} ${engine.getZoom()}`;
  const isFitted = () => fitted !== null && fitted.camera === cameraKey();

  function cornersOf({ west, south, east, north }: Bounds) {
    const { toMapDatum } = shift();
    return {
      southwest: toMapDatum({ lng: west, lat: south }),
      northeast: toMapDatum({ lng: east < west ? east + 360 : east, lat: north }),
    };
  }

  function fit(area: Bounds): void {
    const { southwest, northeast } = cornersOf(area);
    const bounds: LngLatBoundsLike = [southwest.lng, southwest.lat, northeast.lng, northeast.lat];
    engine.fitBounds(bounds, { maxZoom: FOCUS_ZOOM, padding: FIT_MARGIN, duration: 0 });
    fitted = { area, camera: cameraKey() };
  }

  function confirmFit(): void {
    if (fitted !== null) fitted = { area: fitted.area, camera: cameraKey() };
  }

  // A panel that shrinks the map must not cut off an area that the user has not moved away from.
  engine.on('resize', () => {
    if (fitted !== null && isFitted()) fit(fitted.area);
  });

  return {
    fit,
    /** Whether the camera is still where the area was fitted. */
    isFitted,
    /** Accepts the current camera position as fitted to the same area. */
    keep: confirmFit,
    clear(): void {
      fitted = null;
    },
    /** Fits the area again if a panel covers part of it. */
    ensureVisible(free: ReturnType<MapView['getFreeArea']>): void {
      if (fitted === null) return;
      const corners = cornersOf(fitted.area);
      const [southwest, northeast] = [engine.project(corners.southwest), engine.project(corners.northeast)];
      if (
        southwest.x >= free.left &&
        northeast.x <= free.right &&
        northeast.y >= free.top &&
        southwest.y <= free.bottom
      )
        confirmFit();
      else fit(fitted.area);
    },
  };
}

/** The area that panels leave free, in pixels of the map. */
function freeArea(engine: MapLibreMap, { left, right, top, bottom }: MapPadding) {
  const { clientWidth, clientHeight } = engine.getContainer();
  return { left, top, right: clientWidth - right, bottom: clientHeight - bottom };
}

function isSamePadding(one: MapPadding, other: MapPadding): boolean {
  return (
    one.left === other.left &&
    one.right === other.right &&
    one.top === other.top &&
    one.bottom === other.bottom
  );
}
