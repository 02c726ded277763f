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

/** The specification's first view: southern China. */
const FIRST_VIEW: Camera = { center: { lng: 110.49, lat: 24.78 }, zoom: 4 };

type CurrentSources = Parameters<typeof composeStyle>[1];

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
  readonly base: BaseLayerSelection | null;
  readonly reducedMotion: boolean;
  /** The camera may be turned and tilted, and there is relief; else north is up and all is seen from above. */
  readonly canTilt: boolean;
  readonly onReady: (view: MapView) => void;
  readonly onMoved: (camera: Camera) => void;
  /** Whether the base layer's tiles can be reached. */
  readonly onReachableChange: (reachable: boolean) => void;
  readonly onError: (error: unknown) => void;
}

const shiftOf = (base: BaseLayerSelection | null): DatumShift =>
  DATUM_SHIFTS[base?.layer.coordinates ?? 'wgs84'];

/** Owns a map instance from its making to its end. */
export class MapSession {
  readonly #options: MapSessionOptions;
  readonly #engine: MapLibreMap;
  readonly #overlays: SessionOverlays;
  readonly #base: BaseOnMap;
  readonly #camera: SessionCamera;
  readonly #size: MapSize;
  readonly #view: MapView;
  #flavour: MapFlavour;
  #language: WorldLanguage;
  #shift: DatumShift;
  #ready = false;

  /** @throws Error when this browser cannot draw a map (no WebGL 2). */
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
    });
    engine.once('style.load', () => this.#handleStyleLoad());
  }

  setAppearance(flavour: MapFlavour, language: WorldLanguage): void {
    if (flavour === this.#flavour && language === this.#language) return;
    this.#flavour = flavour;
    this.#language = language;
    this.#restyle();
  }

  /** Lays another map under everything, where it stands: nothing moves on the ground. */
  setBase(next: BaseLayerSelection | null): void {
    const setMaxZoom = () => this.#engine.setMaxZoom(maxZoomOf(next));
    const shift = shiftOf(next);
    if (shift === this.#shift) setMaxZoom();
    else
      this.#camera.preserveCenter(() => {
        setMaxZoom();
        this.#shift = shift;
        this.#overlays.reproject();
      });
    this.#base.set(next);
  }

  /** Tries to reach the base layer again. */
  retryBase(): void {
    this.#base.retry();
  }

  setPadding(padding: MapPadding): void {
    this.#camera.setPadding(padding, this.#ready);
  }

  setTitle(title: string): void {
    this.#engine.getCanvas().setAttribute('aria-label', title);
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

  /** The first style can be drawn on. */
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

  /** Sets the style again. Overlays are part of it, and their sources keep what they hold. */
  #restyle(): void {
    if (!this.#ready) return;
    this.#engine.setStyle(this.#style({}), {
      // The relief stays: it would be loaded anew, and everything fall to the ground meanwhile.
      transformStyle: (before) => ({
        ...this.#style(before?.sources ?? {}),
        ...(before?.terrain && { terrain: before.terrain }),
      }),
    });
  }

  #drawGraticule(): void {
    // A tilted view has no end: its net would have thousands of lines.
    if (!this.#options.canTilt) drawGraticule(this.#view, this.#base.covers);
  }
}
