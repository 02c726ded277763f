import { LngLat as EngineLngLat, type LngLatBoundsLike, type MapLibreMap } from 'maplibre-gl';
import type { DatumShift } from '../base/datum-shift.ts';
import { type Bounds, FOCUS_ZOOM, type LngLat, type MapPadding, type MapView } from '../map-view.ts';

/** A card that opens with what is led to stands within this time. */
const CARD_OPEN_MS = 1_000;
/** Motion stays under 200 ms; a longer way than this many screens is a jump. */
const MOVE_MS = 180;
const MAX_ANIMATED_MOVE = 3;
/** Pixels left free round an area that is brought into view. */
const FIT_MARGIN = 48;

/** In WGS-84. */
export interface Camera {
  readonly center: LngLat;
  readonly zoom: number;
}

/** Where the map looks, within what panels leave free of it. */
export interface SessionCamera {
  readonly getFreeArea: MapView['getFreeArea'];
  focus(lngLat: LngLat, zoom: number): void;
  fit(area: Bounds): void;
  /** The next area is brought into view whatever stands now. */
  clearFit(): void;
  /** Runs a change of the coordinates, and stays over the same place of the ground. */
  preserveCenter(change: () => void): void;
  /** @param refocus whether what was led to, or brought into view, is brought there again. */
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
      const wasFitted = fitter.stands();
      const lngLat = focus.aim?.lngLat ?? shift().toWgs84(engine.getCenter());
      const zoom = focus.aim?.zoom ?? engine.getZoom();
      change();
      engine.jumpTo({ center: shift().toMapDatum(lngLat), zoom });
      if (wasFitted) fitter.keep();
    },
    setPadding(next, refocus) {
      const same = isSame(next, padding);
      padding = next;
      if (same) return;
      if (!refocus) {
        engine.setPadding(next);
        return;
      }
      const focusTarget = focus.aim ?? focus.recent;
      if (focusTarget !== null) {
        ease(focusTarget.lngLat, focusTarget.zoom);
        return;
      }
      const wasFitted = fitter.stands();
      // The ground stays where it is seen: what changes is which of its places is the middle.
      const { left, right, top, bottom } = freeArea(engine, next);
      engine.jumpTo({ center: engine.unproject([(left + right) / 2, (top + bottom) / 2]), padding: next });
      if (wasFitted) fitter.ensureVisible(freeArea(engine, next));
    },
  };
}

/** Where the camera is on its way to, and what it was last led to. */
function trackFocus({ engine, shift, onMoved }: SessionCameraOptions) {
  let aim: FocusTarget | null = null;
  /** For as long as the card of it may still be on its way to take its room. */
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

/** Keeps an area in view while the map changes its size, until the camera is moved. */
function createFitter(engine: MapLibreMap, shift: () => DatumShift) {
  /** What was last brought into view, and where the camera stood then. */
  let fitted: { readonly area: Bounds; readonly camera: string } | null = null;
  const cameraKey = () => `${engine.getCenter().toString()} ${engine.getZoom()}`;
  const isFitted = () => fitted !== null && fitted.camera === cameraKey();

  function corners({ west, south, east, north }: Bounds) {
    const { toMapDatum } = shift();
    return {
      southwest: toMapDatum({ lng: west, lat: south }),
      northeast: toMapDatum({ lng: east < west ? east + 360 : east, lat: north }),
    };
  }

  function fit(area: Bounds): void {
    const { southwest, northeast } = corners(area);
    const bounds: LngLatBoundsLike = [southwest.lng, southwest.lat, northeast.lng, northeast.lat];
    engine.fitBounds(bounds, { maxZoom: FOCUS_ZOOM, padding: FIT_MARGIN, duration: 0 });
    fitted = { area, camera: cameraKey() };
  }

  function confirmFit(): void {
    if (fitted !== null) fitted = { area: fitted.area, camera: cameraKey() };
  }

  // A panel that takes room from the map would cut an area that the person has not moved away from.
  engine.on('resize', () => {
    if (fitted !== null && isFitted()) fit(fitted.area);
  });

  return {
    fit,
    /** Whether the camera still stands where it was put for the area. */
    stands: isFitted,
    /** The camera stands elsewhere now, and still for the same area. */
    keep: confirmFit,
    clear(): void {
      fitted = null;
    },
    /** Brings the area into view again where a panel lies over some of it. */
    ensureVisible(free: ReturnType<MapView['getFreeArea']>): void {
      if (fitted === null) return;
      const corner = corners(fitted.area);
      const [southwest, northeast] = [engine.project(corner.southwest), engine.project(corner.northeast)];
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

/** What panels leave free, in pixels of the map. */
function freeArea(engine: MapLibreMap, { left, right, top, bottom }: MapPadding) {
  const { clientWidth, clientHeight } = engine.getContainer();
  return { left, top, right: clientWidth - right, bottom: clientHeight - bottom };
}

function isSame(one: MapPadding, other: MapPadding): boolean {
  return (
    one.left === other.left &&
    one.right === other.right &&
    one.top === other.top &&
    one.bottom === other.bottom
  );
}
