import type { LngLatLike, MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { BASE_ID_PREFIX } from '../base/base-style.ts';
import { drawImage } from '../icons/images.ts';
import { RELIEF_ID_PREFIX } from '../layers/relief.ts';
import type { MapPadding } from '../map-view.ts';
import { createMap } from './engine.ts';

/** Degrees from straight down. At more of them the engine draws a sky only. */
const MAX_PITCH = 85;

export interface EngineOptions {
  readonly container: HTMLElement;
  /** Name of the map for assistive technology. */
  readonly title: string;
  readonly style: StyleSpecification;
  /** In the coordinates of the base layer. */
  readonly center: LngLatLike;
  readonly zoom: number;
  readonly maxZoom: number;
  readonly padding: MapPadding;
  readonly reducedMotion: boolean;
  readonly canTilt: boolean;
}

/**
 * Makes the engine as the console uses it.
 *
 * @throws Error when this browser cannot draw a map (no WebGL 2).
 */
export function openEngine(options: EngineOptions): MapLibreMap {
  const { title, padding, reducedMotion, canTilt, ...view } = options;
  const engine = createMap({
    ...view,
    attributionControl: false,
    trackResize: false,
    // Moving symbols would fade in anew at each step.
    fadeDuration: 0,
    dragRotate: canTilt,
    touchPitch: canTilt,
    pitchWithRotate: canTilt,
    ...(canTilt && { maxPitch: MAX_PITCH }),
    reduceMotion: reducedMotion,
    locale: { 'Map.Title': title },
  });
  if (!canTilt) {
    engine.touchZoomRotate.disableRotation();
    engine.keyboard.disableRotation();
  }
  engine.setPadding(padding);
  engine.setMissingStyleImageResolver(async (name) => {
    const { data, options: how } = await drawImage(name);
    if (!engine.hasImage(name)) engine.addImage(name, data, how);
  });
  return engine;
}

/** Reports what the engine cannot do, except for what the map itself says. */
export function reportEngineErrors(engine: MapLibreMap, onError: (error: unknown) => void): void {
  engine.on('error', (event) => {
    const { error } = event;
    // What is said of the base layer is said on the map.
    if ('sourceId' in event && String(event.sourceId).startsWith(BASE_ID_PREFIX)) return;
    // Who draws the relief says what becomes of it.
    if ('sourceId' in event && String(event.sourceId).startsWith(RELIEF_ID_PREFIX)) return;
    // Tiles that are not needed any more are given up: nothing has failed.
    if (!(error instanceof Error && error.name === 'AbortError')) onError(error);
  });
}
