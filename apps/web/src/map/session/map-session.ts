import {
  LngLat as EngineLngLat,
  type GeoJSONSource,
  type ImageSource,
  type LngLatBoundsLike,
} from 'maplibre-gl';
import { createBaseOnMap } from '../base/base-on-map.ts';
import { BASE, NO_BASE } from '../base/base-style.ts';
import { GRATICULE_ZOOM, graticule } from '../base/graticule.ts';
import { GroundFeatures } from '../base/ground-features.ts';
import { SHIFTS, shiftCollection, shiftDifference, shiftSource } from '../base/shift.ts';
import { maxZoomOver, type ShownBase } from '../base/shown-base.ts';
import { drawImage } from '../icons/images.ts';
import { GRATICULE, graticuleNet } from '../layers/graticule.ts';
import { RELIEF } from '../layers/relief.ts';
import { type Bounds, FOCUS_ZOOM, type LngLat, type MapPadding, type MapView } from '../map-view.ts';
import { groundLayers, layerAbove, type OverlayId } from '../style/order.ts';
import { NO_FEATURES, type Overlay } from '../style/overlay.ts';
import { type MapFlavour, PALETTES } from '../style/palette.ts';
import { composeStyle } from '../style/style.ts';
import type { WorldLanguage } from '../style/world-style.ts';
import { createMap } from './engine.ts';

/** The specification's first view: southern China. */
const FIRST_VIEW = { center: { lng: 110.49, lat: 24.78 }, zoom: 4 };
/** A card that opens with what is led to stands within this time. */
const CARD_MS = 1_000;
/** Motion stays under 200 ms; a longer way than this many screens is a jump. */
const MOVE_MS = 180;
const FARTHEST_MOVE = 3;
/** The net is drawn so much beyond the view that a pan does not come to its end: share of the view. */
const GRATICULE_BEYOND = 0.75;
/** Degrees from straight down. At more of them the engine draws a sky only. */
const STEEPEST_TILT = 85;
/** Pixels left free round an area that is brought into view. */
const FIT_MARGIN = 48;

export interface Camera {
  readonly center: LngLat;
  readonly zoom: number;
}

export interface MapSessionOptions {
  readonly container: HTMLElement;
  /** Name of the map for assistive technology. */
  readonly title: string;
  readonly flavour: MapFlavour;
  readonly language: WorldLanguage;
  readonly padding: MapPadding;
  /** Where the files of the shipped world map are served. */
  readonly worldUrl: string;
  /** In WGS-84, as all that is told of it. */
  readonly camera: Camera | null;
  /** The map that lies under everything; null: the shipped world map alone. */
  readonly base: ShownBase | null;
  readonly reducedMotion: boolean;
  /** The camera may be turned and tilted, and there is relief; else north is up and all is seen from above. */
  readonly tilts: boolean;
  readonly onReady: (view: MapView) => void;
  readonly onMoved: (camera: Camera) => void;
  /** Whether the base layer's tiles can be reached. */
  readonly onReach: (reachable: boolean) => void;
  readonly onError: (error: unknown) => void;
}

export interface MapSession {
  setLook(flavour: MapFlavour, language: WorldLanguage): void;
  /** Lays another map under everything, where it stands: nothing moves on the ground. */
  setBase(base: ShownBase | null): void;
  /** Tries to reach the base layer again. */
  retryBase(): void;
  setPadding(padding: MapPadding): void;
  setTitle(title: string): void;
  close(): void;
}

/**
 * Owns a map instance from its making to its end.
 *
 * @throws Error when this browser cannot draw a map (no WebGL 2).
 */
export function openMap(options: MapSessionOptions): MapSession {
  let { flavour, language, padding, base: shownBase } = options;
  let shift = SHIFTS[shownBase?.layer.coordinates ?? 'wgs84'];
  const ground = new GroundFeatures();
  let ready = false;
  let closed = false;
  const overlays = new Map<OverlayId, Overlay>();
  const style = (held: Parameters<typeof composeStyle>[1]) =>
    composeStyle({ flavour, language, overlays, base: ready ? base.style : NO_BASE }, held, options.worldUrl);

  const map = createMap({
    container: options.container,
    style: style({}),
    center: shift.toMap(options.camera?.center ?? FIRST_VIEW.center),
    zoom: options.camera?.zoom ?? FIRST_VIEW.zoom,
    maxZoom: maxZoomOver(shownBase),
    attributionControl: false,
    trackResize: false,
    // Moving symbols would fade in anew at each step.
    fadeDuration: 0,
    dragRotate: options.tilts,
    touchPitch: options.tilts,
    pitchWithRotate: options.tilts,
    ...(options.tilts && { maxPitch: STEEPEST_TILT }),
    reduceMotion: options.reducedMotion,
    locale: { 'Map.Title': options.title },
  });
  if (!options.tilts) {
    map.touchZoomRotate.disableRotation();
    map.keyboard.disableRotation();
  }
  map.setPadding(padding);

  map.setMissingStyleImageResolver(async (name) => {
    const { data, options: how } = await drawImage(name);
    if (!map.hasImage(name)) map.addImage(name, data, how);
  });
  const base = createBaseOnMap({
    engine: map,
    base: shownBase,
    onStyle() {
      restyle();
      if (ready) drawGraticule();
    },
    onReach(reachable) {
      drawGraticule();
      options.onReach(reachable);
    },
  });
  map.on('error', (event) => {
    const { error } = event;
    // What is said of the base layer is said on the map.
    if ('sourceId' in event && String(event.sourceId).startsWith(BASE)) return;
    // Who draws the relief says what becomes of it.
    if ('sourceId' in event && String(event.sourceId).startsWith(RELIEF)) return;
    // Tiles that are not needed any more are given up: nothing has failed.
    if (!(error instanceof Error && error.name === 'AbortError')) options.onError(error);
  });
  map.on('moveend', () => {
    aim = null;
    options.onMoved({ center: shift.toGround(map.getCenter().wrap()), zoom: map.getZoom() });
  });
  /** Takes the size that the page gives; answers whether it is another one. Taking the same anew would cost the engine its picture. */
  function takeSize(): boolean {
    const { clientWidth, clientHeight } = options.container;
    const canvas = map.getCanvas();
    // A hidden screen has no size: what the map would make of that is not to be seen when it comes back.
    if (clientWidth === 0 || clientHeight === 0) return false;
    if (canvas.clientWidth === clientWidth && canvas.clientHeight === clientHeight) return false;
    map.resize();
    return true;
  }
  const sized = new ResizeObserver(() => {
    if (takeSize()) map.redraw();
  });
  sized.observe(options.container);
  /** Sets the style anew. Overlays are part of it, and their sources keep what they hold. */
  function restyle(): void {
    if (!ready) return;
    map.setStyle(style({}), {
      // The relief stays: it would be loaded anew, and everything fall to the ground meanwhile.
      transformStyle: (before) => ({
        ...style(before?.sources ?? {}),
        ...(before?.terrain && { terrain: before.terrain }),
      }),
    });
  }

  /** Where the camera is on its way to, on the ground. */
  let aim: { readonly place: LngLat; readonly zoom: number } | null = null;

  /** What was last led to, for as long as the card of it may still be on its way to take its room. */
  let lately: { readonly place: LngLat; readonly zoom: number; readonly until: number } | null = null;
  map.on('movestart', ({ originalEvent }) => {
    if (originalEvent !== undefined) lately = null;
  });

  function ease(place: LngLat, zoom: number): void {
    lately = { place, zoom, until: performance.now() + CARD_MS };
    const to = shift.toMap(place);
    const center = new EngineLngLat(to.lng, to.lat);
    const far =
      map.project(center).dist(map.project(map.getCenter())) > map.getCanvas().clientWidth * FARTHEST_MOVE;
    if (far || Math.abs(zoom - map.getZoom()) > FARTHEST_MOVE) map.jumpTo({ center, zoom, padding });
    else {
      map.easeTo({ center, zoom, padding, duration: MOVE_MS });
      aim = map.isMoving() ? { place, zoom } : null;
    }
  }

  /** What was last brought into view, and where the camera stood then. */
  let fitted: { readonly area: Bounds; readonly camera: string } | null = null;
  const standing = () => `${map.getCenter().toString()} ${map.getZoom()}`;

  function fit(area: Bounds): void {
    const { west, south, east, north } = area;
    const low = shift.toMap({ lng: west, lat: south });
    const high = shift.toMap({ lng: east < west ? east + 360 : east, lat: north });
    const bounds: LngLatBoundsLike = [low.lng, low.lat, high.lng, high.lat];
    map.fitBounds(bounds, { maxZoom: FOCUS_ZOOM, padding: FIT_MARGIN, duration: 0 });
    fitted = { area, camera: standing() };
  }

  /** Whether no panel lies over any of it. */
  function isFree({ west, south, east, north }: Bounds): boolean {
    const free = view.freeArea();
    const low = view.project({ lng: west, lat: south });
    const high = view.project({ lng: east < west ? east + 360 : east, lat: north });
    return low.x >= free.left && high.x <= free.right && high.y >= free.top && low.y <= free.bottom;
  }

  // A panel that takes room from the map would cut an area that the person has not moved away from.
  map.on('resize', () => {
    if (fitted !== null && fitted.camera === standing()) fit(fitted.area);
  });

  /** An overlay's source; undefined once the overlay or the map is gone, when nothing is left to change. */
  function source(name: string): GeoJSONSource | undefined {
    return closed ? undefined : map.getSource<GeoJSONSource>(name);
  }

  const view: MapView = {
    engine: map,
    get flavour() {
      return flavour;
    },
    locate: () => null,
    toMap: (place) => shift.toMap(place),
    toGround: (place) => shift.toGround(place),
    project: (place) => map.project(view.toMap(place)),
    unproject: ({ x, y }) => view.toGround(map.unproject([x, y])),
    focus: (place, zoom = FOCUS_ZOOM) => ease(place, zoom),
    fit(area) {
      // What brought the area may also have taken room from the map, which hears of that a frame later.
      fitted = null;
      takeSize();
      fit(area);
    },
    area(beyond = 0) {
      const bounds = map.getBounds();
      const { lng: west, lat: south } = shift.toGround(bounds.getSouthWest());
      const { lng: east, lat: north } = shift.toGround(bounds.getNorthEast());
      const [x, y] = [(east - west) * beyond, (north - south) * beyond];
      return {
        west: west - x,
        south: Math.max(-90, south - y),
        east: east + x,
        north: Math.min(90, north + y),
      };
    },
    freeArea() {
      const { clientWidth, clientHeight } = map.getContainer();
      return {
        left: padding.left,
        top: padding.top,
        right: clientWidth - padding.right,
        bottom: clientHeight - padding.bottom,
      };
    },
    show(overlay) {
      const palette = PALETTES[flavour];
      const shown = new Map(
        [...overlays.values()].map((one) => [one.id, one.layers(palette).map(({ id }) => id)]),
      );
      const before = overlay.underNames ? firstName(shown) : layerAbove(overlay.id, shown);
      for (const [name, spec] of Object.entries(overlay.sources))
        if (map.getSource(name) === undefined)
          map.addSource(name, spec.type === 'image' ? shiftSource(spec, shift.toMap) : spec);
      for (const layer of overlay.layers(palette)) map.addLayer(layer, before);
      overlays.set(overlay.id, overlay);
      return () => {
        if (overlays.get(overlay.id) !== overlay) return;
        overlays.delete(overlay.id);
        // The map may have gone first.
        if (closed) return;
        for (const { id } of overlay.layers(PALETTES[flavour])) map.removeLayer(id);
        const used = new Set([...overlays.values()].flatMap((one) => Object.keys(one.sources)));
        for (const name of Object.keys(overlay.sources)) {
          if (used.has(name)) continue;
          map.removeSource(name);
          ground.forget(name);
        }
      };
    },
    setFeatures(name, features) {
      const taking = source(name)?.setData(shiftCollection(features, shift.toMap));
      if (taking !== undefined) ground.set(name, features);
      return taking ?? Promise.resolve();
    },
    change(name, difference) {
      const taking = source(name)?.updateData(shiftDifference(difference, shift.toMap));
      if (taking !== undefined) ground.change(name, difference);
      return taking ?? Promise.resolve();
    },
  };

  /** The lowest layer over all that is the ground of the base map. */
  function firstName(shown: ReadonlyMap<OverlayId, readonly string[]>): string | undefined {
    const order = map.getLayersOrder();
    const ours = new Set([...shown.values()].flat());
    const end = order.findIndex((id) => ours.has(id));
    const base = order.slice(0, end < 0 ? order.length : end);
    return order[groundLayers(base.map((id) => ({ type: map.getLayer(id)?.type ?? '' })))];
  }

  /** Pictures that overlays lay on the ground, whose corners are in their sources. */
  function moveImages(): void {
    for (const { sources } of overlays.values())
      for (const [name, spec] of Object.entries(sources))
        if (spec.type === 'image')
          map.getSource<ImageSource>(name)?.setCoordinates(shiftSource(spec, shift.toMap).coordinates);
  }

  function drawGraticule(): void {
    // A tilted view has no end: its net would have thousands of lines.
    if (options.tilts) return;
    const zoom = map.getZoom();
    void view.setFeatures(
      GRATICULE,
      // A tilted view has no end: its net would have thousands of lines.
      zoom < GRATICULE_ZOOM || base.covers || options.tilts
        ? NO_FEATURES
        : graticule(view.area(GRATICULE_BEYOND), zoom),
    );
  }

  map.once('style.load', () => {
    ready = true;
    view.show(graticuleNet);
    restyle();
    map.on('moveend', drawGraticule);
    drawGraticule();
    options.onReady(view);
  });

  return {
    setLook(nextFlavour, nextLanguage) {
      if (nextFlavour === flavour && nextLanguage === language) return;
      flavour = nextFlavour;
      language = nextLanguage;
      restyle();
    },
    setBase(next) {
      const stands = fitted !== null && fitted.camera === standing();
      const place = aim?.place ?? shift.toGround(map.getCenter());
      const zoom = aim?.zoom ?? map.getZoom();
      const before = shift;
      shownBase = next;
      shift = SHIFTS[next?.layer.coordinates ?? 'wgs84'];
      map.setMaxZoom(maxZoomOver(next));
      if (shift !== before) {
        for (const [name, features] of ground.all())
          void source(name)?.setData(shiftCollection(features, shift.toMap));
        moveImages();
        map.jumpTo({ center: shift.toMap(place), zoom });
        if (stands && fitted !== null) fitted = { area: fitted.area, camera: standing() };
      }
      base.set(next);
    },
    retryBase: () => base.retry(),
    setPadding(next) {
      const { left, right, top, bottom } = next;
      const same =
        left === padding.left && right === padding.right && top === padding.top && bottom === padding.bottom;
      padding = next;
      if (same) return;
      if (!ready) {
        map.setPadding(next);
        return;
      }
      const led = aim ?? (lately !== null && performance.now() < lately.until ? lately : null);
      if (led !== null) {
        ease(led.place, led.zoom);
        return;
      }
      const stood = fitted !== null && fitted.camera === standing();
      // The ground stays where it is seen: what changes is which of its places is the middle.
      const { clientWidth, clientHeight } = map.getContainer();
      const center = map.unproject([(left + clientWidth - right) / 2, (top + clientHeight - bottom) / 2]);
      map.jumpTo({ center, padding: next });
      if (!stood || fitted === null) return;
      if (isFree(fitted.area)) fitted = { area: fitted.area, camera: standing() };
      else fit(fitted.area);
    },
    setTitle: (title) => map.getCanvas().setAttribute('aria-label', title),
    close() {
      closed = true;
      base.stop();
      sized.disconnect();
      map.remove();
    },
  };
}
