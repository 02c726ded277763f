import { LngLat as EngineLngLat, type LngLatBoundsLike, type MapLibreMap } from 'maplibre-gl';
import type { Shift } from '../base/shift.ts';
import { type Bounds, FOCUS_ZOOM, type LngLat, type MapPadding, type MapView } from '../map-view.ts';

/** A card that opens with what is led to stands within this time. */
const CARD_MS = 1_000;
/** Motion stays under 200 ms; a longer way than this many screens is a jump. */
const MOVE_MS = 180;
const FARTHEST_MOVE = 3;
/** Pixels left free round an area that is brought into view. */
const FIT_MARGIN = 48;

/** In WGS-84. */
export interface Camera {
  readonly center: LngLat;
  readonly zoom: number;
}

/** Where the map looks, within what panels leave free of it. */
export interface SessionCamera {
  readonly freeArea: MapView['freeArea'];
  focus(place: LngLat, zoom: number): void;
  fit(area: Bounds): void;
  /** The next area is brought into view whatever stands now. */
  forgetFit(): void;
  /** Runs a change of the coordinates, and stays over the same place of the ground. */
  keepGround(change: () => void): void;
  /** @param moves whether what was led to, or brought into view, is brought there again. */
  setPadding(next: MapPadding, moves: boolean): void;
}

export interface SessionCameraOptions {
  readonly engine: MapLibreMap;
  readonly shift: () => Shift;
  readonly padding: MapPadding;
  readonly onMoved: (camera: Camera) => void;
}

interface Led {
  readonly place: LngLat;
  readonly zoom: number;
}

export function createCamera(options: SessionCameraOptions): SessionCamera {
  const { engine, shift } = options;
  let { padding } = options;
  const way = followWay(options);
  const fitting = keepFit(engine, shift);

  function ease(place: LngLat, zoom: number): void {
    way.lead(place, zoom);
    const to = shift().toMap(place);
    const center = new EngineLngLat(to.lng, to.lat);
    const far =
      engine.project(center).dist(engine.project(engine.getCenter())) >
      engine.getCanvas().clientWidth * FARTHEST_MOVE;
    if (far || Math.abs(zoom - engine.getZoom()) > FARTHEST_MOVE) engine.jumpTo({ center, zoom, padding });
    else {
      engine.easeTo({ center, zoom, padding, duration: MOVE_MS });
      way.aimAt(engine.isMoving() ? { place, zoom } : null);
    }
  }

  return {
    freeArea: () => freeArea(engine, padding),
    focus: ease,
    fit: fitting.fit,
    forgetFit: fitting.forget,
    keepGround(change) {
      const stood = fitting.stands();
      const place = way.aim?.place ?? shift().toGround(engine.getCenter());
      const zoom = way.aim?.zoom ?? engine.getZoom();
      change();
      engine.jumpTo({ center: shift().toMap(place), zoom });
      if (stood) fitting.keep();
    },
    setPadding(next, moves) {
      const same = isSame(next, padding);
      padding = next;
      if (same) return;
      if (!moves) {
        engine.setPadding(next);
        return;
      }
      const led = way.aim ?? way.lately;
      if (led !== null) {
        ease(led.place, led.zoom);
        return;
      }
      const stood = fitting.stands();
      // The ground stays where it is seen: what changes is which of its places is the middle.
      const { left, right, top, bottom } = freeArea(engine, next);
      engine.jumpTo({ center: engine.unproject([(left + right) / 2, (top + bottom) / 2]), padding: next });
      if (stood) fitting.settle(freeArea(engine, next));
    },
  };
}

/** Where the camera is on its way to, and what it was last led to. */
function followWay({ engine, shift, onMoved }: SessionCameraOptions) {
  let aim: Led | null = null;
  /** For as long as the card of it may still be on its way to take its room. */
  let lately: (Led & { readonly until: number }) | null = null;
  engine.on('moveend', () => {
    aim = null;
    onMoved({ center: shift().toGround(engine.getCenter().wrap()), zoom: engine.getZoom() });
  });
  engine.on('movestart', ({ originalEvent }) => {
    if (originalEvent !== undefined) lately = null;
  });
  return {
    get aim() {
      return aim;
    },
    get lately(): Led | null {
      return lately !== null && performance.now() < lately.until ? lately : null;
    },
    lead(place: LngLat, zoom: number): void {
      lately = { place, zoom, until: performance.now() + CARD_MS };
    },
    aimAt(next: Led | null): void {
      aim = next;
    },
  };
}

/** Keeps an area in view while the map changes its size, until the camera is moved. */
function keepFit(engine: MapLibreMap, shift: () => Shift) {
  /** What was last brought into view, and where the camera stood then. */
  let fitted: { readonly area: Bounds; readonly camera: string } | null = null;
  const standing = () => `${engine.getCenter().toString()} ${engine.getZoom()}`;
  const stands = () => fitted !== null && fitted.camera === standing();

  function corners({ west, south, east, north }: Bounds) {
    const { toMap } = shift();
    return {
      low: toMap({ lng: west, lat: south }),
      high: toMap({ lng: east < west ? east + 360 : east, lat: north }),
    };
  }

  function fit(area: Bounds): void {
    const { low, high } = corners(area);
    const bounds: LngLatBoundsLike = [low.lng, low.lat, high.lng, high.lat];
    engine.fitBounds(bounds, { maxZoom: FOCUS_ZOOM, padding: FIT_MARGIN, duration: 0 });
    fitted = { area, camera: standing() };
  }

  function keep(): void {
    if (fitted !== null) fitted = { area: fitted.area, camera: standing() };
  }

  // A panel that takes room from the map would cut an area that the person has not moved away from.
  engine.on('resize', () => {
    if (fitted !== null && stands()) fit(fitted.area);
  });

  return {
    fit,
    /** Whether the camera still stands where it was put for the area. */
    stands,
    /** The camera stands elsewhere now, and still for the same area. */
    keep,
    forget(): void {
      fitted = null;
    },
    /** Brings the area into view again where a panel lies over some of it. */
    settle(free: ReturnType<MapView['freeArea']>): void {
      if (fitted === null) return;
      const corner = corners(fitted.area);
      const [low, high] = [engine.project(corner.low), engine.project(corner.high)];
      if (low.x >= free.left && high.x <= free.right && high.y >= free.top && low.y <= free.bottom) keep();
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
