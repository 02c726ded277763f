import type { BaseLayer } from '@wakeline/contract/entities/base-layer';

/** The selected base layer. */
export interface BaseLayerSelection {
  readonly layer: BaseLayer;
  /** 0 is transparent, 1 is opaque. */
  readonly opacity: number;
}

/** Maximum zoom of the map and of the blank layer, from the specification. */
const MAX_ZOOM = 20;
const MAX_ZOOM_BLANK = 21;

export function maxZoomOf(base: BaseLayerSelection | null): number {
  return base?.layer.kind === 'blank' ? MAX_ZOOM_BLANK : MAX_ZOOM;
}
