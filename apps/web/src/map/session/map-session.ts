import type { MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { BaseOnMap } from '../base/base-on-map.ts';
import { NO_BASE } from '../base/base-style.ts';
import { drawGraticule } from '../base/graticule-on-map.ts';
import { SHIFTS, type Shift } from '../base/shift.ts';
import { maxZoomOver, type ShownBase } from '../base/shown-base.ts';
import { graticuleNet } from '../layers/graticule.ts';
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

type HeldSources = Parameters<typeof composeStyle>[1];

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

const shiftOf = (base: ShownBase | null): Shift => SHIFTS[base?.layer.coordinates ?? 'wgs84'];

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
  #shift: Shift;
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
    engine.once('style.load', () => this.#start());
  }

  setLook(flavour: MapFlavour, language: WorldLanguage): void {
    if (flavour === this.#flavour && language === this.#language) return;
    this.#flavour = flavour;
    this.#language = language;
    this.#restyle();
  }

  /** Lays another map under everything, where it stands: nothing moves on the ground. */
  setBase(next: ShownBase | null): void {
    const setMaxZoom = () => this.#engine.setMaxZoom(maxZoomOver(next));
    const shift = shiftOf(next);
    if (shift === this.#shift) setMaxZoom();
    else
      this.#camera.keepGround(() => {
        setMaxZoom();
        this.#shift = shift;
        this.#overlays.shiftAgain();
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
    const { container, title, base, camera, padding, reducedMotion, tilts } = this.#options;
    const { center, zoom } = camera ?? FIRST_VIEW;
    return openEngine({
      container,
      title,
      style: this.#style({}, NO_BASE, new Map()),
      center: this.#shift.toMap(center),
      zoom,
      maxZoom: maxZoomOver(base),
      padding,
      reducedMotion,
      tilts,
    });
  }

  #openBase(): BaseOnMap {
    const { base, onReach } = this.#options;
    return new BaseOnMap({
      engine: this.#engine,
      base,
      onStyle: () => {
        this.#restyle();
        if (this.#ready) this.#drawGraticule();
      },
      onReach: (reachable) => {
        this.#drawGraticule();
        onReach(reachable);
      },
    });
  }

  /** The first style can be drawn on. */
  #start(): void {
    this.#ready = true;
    this.#view.show(graticuleNet);
    this.#restyle();
    this.#engine.on('moveend', () => this.#drawGraticule());
    this.#drawGraticule();
    this.#options.onReady(this.#view);
  }

  #style(held: HeldSources, base = this.#base.style, overlays = this.#overlays.shown): StyleSpecification {
    const state = { flavour: this.#flavour, language: this.#language, overlays, base };
    return composeStyle(state, held, this.#options.worldUrl);
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
    if (!this.#options.tilts) drawGraticule(this.#view, this.#base.covers);
  }
}
