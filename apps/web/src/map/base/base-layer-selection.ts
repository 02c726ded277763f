import type { BaseLayer } from '@wakeline/contract/entities/base-layer';

/** The map that lies under everything, as somebody has chosen it. */
export interface BaseLayerSelection {
  readonly layer: BaseLayer;
  /** 0: nothing of it is seen; 1: nothing through it. */
  readonly opacity: number;
}

/** The specification's deepest zoom of the map, and that of the blank layer. */
const MAX_ZOOM = 20;
const MAX_ZOOM_BLANK = 21;

export function maxZoomOf(base: BaseLayerSelection | null): number {
  return base?.layer.kind === 'blank' ? MAX_ZOOM_BLANK : MAX_ZOOM;
}
