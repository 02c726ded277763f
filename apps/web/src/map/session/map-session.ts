import type { MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { type BaseLayerSelection, maxZoomOf } from '../base/base-layer-selection.ts';
import { BaseOnMap } from '../base/base-on-map.ts';
import { NO_BASE } from '../base/base-style.ts';
import { DATUM_SHIFTS, type DatumShift } from '../base/datum-shift.ts';
import { drawGraticule } from '../base/graticule-on-map.ts';
import { graticuleOverlay } from '../layers/graticule.ts';
import type { MapPadding, MapView } from '../map-view.ts';
import { type MapFlavour, PALETTES } from '../style/palette.ts';
import { composeStyle } from '../style/style.ts';
import type { WorldLanguage } from '../style/world-style.ts';
import { followSize, type MapSize } from './map-size.ts';
import { openEngine, reportEngineErrors } from './open-engine.ts';
import { type Camera, createCamera, type SessionCamera } from './session-camera.ts';
import { createOverlays, type SessionOverlays } from './session-overlays.ts';
import { createView } from './session-view.ts';
import { FIRST_VIEW } from './stored-camera.ts';

type CurrentSources = Parameters<typeof composeStyle>[1];

export interface MapSessionOptions {
  readonly container: HTMLElement;
  /** Accessible name of the map. */
  readonly title: string;
  readonly flavour: MapFlavour;
  readonly language: WorldLanguage;
  readonly padding: MapPadding;
  /** URL of the files of the built-in world map. */
  readonly worldUrl: string;
  /** In WGS-84, like all coordinates of a session. */
  readonly camera: Camera | null;
  /** The base layer; null: only the built-in world map. */
  readonly base: BaseLayerSelection | null;
  readonly reducedMotion: boolean;
  /** The camera may be rotated and tilted, with terrain; otherwise north is up and the view is from above. */
  readonly canTilt: boolean;
  readonly onReady: (view: MapView) => void;
  readonly onMoved: (camera: Camera) => void;
  /** Reports whether the base layer's tiles are reachable. */
  readonly onReachableChange: (reachable: boolean) => void;
  readonly onError: (error: unknown) => void;
}

const shiftOf = (base: BaseLayerSelection | null): DatumShift =>
  DATUM_SHIFTS[base?.layer.coordinates ?? 'wgs84'];

/** Owns a map instance and its lifetime. */
export class MapSession {
  readonly #options: MapSessionOptions;
  readonly #engine: MapLibreMap;
  readonly #overlays: SessionOverlays;
  readonly #base: BaseOnMap;
  readonly #camera: SessionCamera;
  readonly #size: MapSize;
  readonly #view: MapView;
  readonly #redrawListeners = new Set<() => void>();
  #flavour: MapFlavour;
  #language: WorldLanguage;
  #shift: DatumShift;
  #ready = false;

  /** @throws Error if the browser cannot draw a map (no WebGL 2) */
  constructor(options: MapSessionOptions) {
    this.#options = options;
    this.#flavour = options.flavour;
    this.#language = options.language;
    this.#shift = shiftOf(options.base);
    const flavour = () => this.#flavour;
    const shift = () => this.#shift;
    const { container, padding, onMoved } = options;

    const engine = this.#openEngine();
    this.#engine = engine;
    this.#overlays = createOverlays({ engine, palette: () => PALETTES[flavour()], shift });
    this.#base = this.#openBase();
    reportEngineErrors(engine, options.onError);
    this.#camera = createCamera({ engine, shift, padding, onMoved });
    this.#size = followSize(engine, container);
    this.#view = createView({
      engine,
      flavour,
      shift,
      size: this.#size,
      camera: this.#camera,
      overlays: this.#overlays,
      onRedraw: (listener) => {
        this.#redrawListeners.add(listener);
        return { unsubscribe: () => void this.#redrawListeners.delete(listener) };
      },
    });
    engine.once('style.load', () => this.#handleStyleLoad());
  }

  setAppearance(flavour: MapFlavour, language: WorldLanguage): void {
    if (flavour === this.#flavour && language === this.#language) return;
    const isRecoloured = flavour !== this.#flavour;
    this.#flavour = flavour;
    this.#language = language;
    this.#restyle();
    if (isRecoloured) this.#redraw();
  }

  /** Changes the base layer; the view stays over the same position on the ground. */
  setBase(next: BaseLayerSelection | null): void {
    const setMaxZoom = () => this.#engine.setMaxZoom(maxZoomOf(next));
    const shift = shiftOf(next);
    if (shift === this.#shift) setMaxZoom();
    else
      this.#camera.preserveCenter(() => {
        setMaxZoom();
        this.#shift = shift;
        this.#overlays.reproject();
        this.#redraw();
      });
    this.#base.set(next);
  }

  retryBase(): void {
    this.#base.retry();
  }

  setPadding(padding: MapPadding): void {
    this.#camera.setPadding(padding, this.#ready);
  }

  setTitle(title: string): void {
    this.#engine.getCanvas().setAttribute('aria-label', title);
  }

  /** Style sheets enlarge the map by this factor. */
  setRenderScale(scale: number): void {
    if (scale !== 1) this.#engine.setPixelRatio(devicePixelRatio * scale);
  }

  close(): void {
    this.#overlays.close();
    this.#base.stop();
    this.#size.stop();
    this.#engine.remove();
  }

  #openEngine(): MapLibreMap {
    const { container, title, base, camera, padding, reducedMotion, canTilt } = this.#options;
    const { center, zoom } = camera ?? FIRST_VIEW;
    return openEngine({
      container,
      title,
      style: this.#style({}, NO_BASE, new Map()),
      center: this.#shift.toMapDatum(center),
      zoom,
      maxZoom: maxZoomOf(base),
      padding,
      reducedMotion,
      canTilt,
    });
  }

  #openBase(): BaseOnMap {
    const { base, onReachableChange } = this.#options;
    return new BaseOnMap({
      engine: this.#engine,
      base,
      onStyle: () => {
        this.#restyle();
        if (this.#ready) this.#drawGraticule();
      },
      onReachableChange: (reachable) => {
        this.#drawGraticule();
        onReachableChange(reachable);
      },
    });
  }

  /** Called when the initial style is loaded. */
  #handleStyleLoad(): void {
    this.#ready = true;
    this.#view.show(graticuleOverlay);
    this.#restyle();
    this.#engine.on('moveend', () => this.#drawGraticule());
    this.#drawGraticule();
    this.#options.onReady(this.#view);
  }

  #style(
    currentSources: CurrentSources,
    base = this.#base.style,
    overlays = this.#overlays.visible,
  ): StyleSpecification {
    const state = { flavour: this.#flavour, language: this.#language, overlays, base };
    return composeStyle(state, currentSources, this.#options.worldUrl);
  }

  /** Sets the style again, including the overlays; their sources keep their features. */
  #restyle(): void {
    if (!this.#ready) return;
    this.#engine.setStyle(this.#style({}), {
      // Keep the terrain: reloading it would drop everything to sea level meanwhile.
      transformStyle: (before) => ({
        ...this.#style(before?.sources ?? {}),
        ...(before?.terrain && { terrain: before.terrain }),
      }),
    });
  }

  /** What is drawn outside the engine has other colours or coordinates now. */
  #redraw(): void {
    for (const listener of this.#redrawListeners) listener();
  }

  #drawGraticule(): void {
    // A tilted view is unbounded: its graticule would have thousands of lines.
    if (!this.#options.canTilt) drawGraticule(this.#view, this.#base.covers);
  }
}
