import type { LngLatLike, MapLibreMap, StyleSpecification } from 'maplibre-gl';
import { BASE_ID_PREFIX } from '../base/base-style.ts';
import { drawImage } from '../icons/images.ts';
import { RELIEF_ID_PREFIX } from '../layers/relief.ts';
import type { MapPadding } from '../map-view.ts';
import { createMap } from './engine.ts';

/** Degrees from straight down. Beyond it the engine draws only sky. */
const MAX_PITCH = 85;

export interface EngineOptions {
  readonly container: HTMLElement;
  /** Accessible name of the map. */
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
 * Creates the engine with the console's settings.
 *
 * @throws Error if the browser cannot draw a map (no WebGL 2)
 */
export function openEngine(options: EngineOptions): MapLibreMap {
  const { title, padding, reducedMotion, canTilt, ...view } = options;
  const engine = createMap({
    ...view,
    attributionControl: false,
    trackResize: false,
    // Moving symbols would fade in again at each step.
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
    const { data, options: imageOptions } = await drawImage(name);
    if (!engine.hasImage(name)) engine.addImage(name, data, imageOptions);
  });
  return engine;
}

/** Reports engine errors, except those that the map itself displays. */
export function reportEngineErrors(engine: MapLibreMap, onError: (error: unknown) => void): void {
  engine.on('error', (event) => {
    const { error } = event;
    // Base layer errors are displayed on the map.
    if ('sourceId' in event && String(event.sourceId).startsWith(BASE_ID_PREFIX)) return;
    // The terrain code handles errors of the relief.
    if ('sourceId' in event && String(event.sourceId).startsWith(RELIEF_ID_PREFIX)) return;
    // Requests of tiles that are no longer needed are aborted; that is not an error.
    if (!(error instanceof Error && error.name === 'AbortError')) onError(error);
  });
}
