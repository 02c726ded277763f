import type { Position } from '@wakeline/domain/fences/fence-shape';
import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import {
  type GeoJSONStoreFeatures,
  type TerraDrawChanges,
  TerraDrawExtend,
  type TerraDrawHandledEvents,
} from 'terra-draw';
import type { MapView } from '../map-view.ts';

export interface DrawAdapterOptions {
  readonly view: MapView;
  /** Converts a pixel of the map to WGS-84. */
  readonly coordinatesAt: (x: number, y: number) => Position;
  /** Called with all features of terra-draw after each change. */
  readonly onDraft: (features: readonly GeoJSONStoreFeatures[]) => void;
}

/** Pixels, the same threshold as for drags of the map: a hand moves a little during a click. */
const CLICK_TOLERANCE = 3;

/**
 * Connects terra-draw to the map. terra-draw's own adapter adds layers that a style change would remove, and uses the
 * coordinates of the base layer. This one uses WGS-84 and leaves drawing to an overlay.
 */
export class DrawAdapter extends TerraDrawExtend.TerraDrawBaseAdapter {
  readonly #options: DrawAdapterOptions;
  /** Receives no key events: `draw-keys.ts` handles keys on the whole page, not only while the map has the focus. */
  readonly #keyEventSink = document.createElement('div');

  constructor(options: DrawAdapterOptions) {
    super({
      minPixelDragDistance: CLICK_TOLERANCE,
      minPixelDragDistanceSelecting: CLICK_TOLERANCE,
      minPixelDragDistanceDrawing: CLICK_TOLERANCE * 2,
    });
    this.#options = options;
  }

  override register(callbacks: TerraDrawExtend.TerraDrawCallbacks): void {
    super.register({
      ...callbacks,
      // Touch has no hover: without this, a second tap would finish a circle with its initial radius.
      onClick: (event) => {
        callbacks.onMouseMove({ ...event });
        callbacks.onClick(event);
      },
    });
  }

  override getMapEventElement(type?: TerraDrawHandledEvents): HTMLElement {
    return type === 'keyup' || type === 'keydown'
      ? this.#keyEventSink
      : this.#options.view.engine.getCanvas();
  }

  override getLngLatFromEvent(event: PointerEvent | MouseEvent) {
    const { left, top } = this.getMapEventElement().getBoundingClientRect();
    const [lng, lat] = this.#options.coordinatesAt(event.clientX - left, event.clientY - top);
    return { lng, lat };
  }

  override project(lng: number, lat: number) {
    return projectNearest(this.#options.view, [lng, lat]);
  }

  override unproject(x: number, y: number) {
    return this.#options.view.unproject({ x, y });
  }

  override setCursor(cursor: Parameters<TerraDrawExtend.TerraDrawBaseAdapter['setCursor']>[0]): void {
    this.#options.view.engine.getCanvas().style.cursor = cursor === 'unset' ? '' : cursor;
  }

  override setDraggability(enabled: boolean): void {
    const { dragPan } = this.#options.view.engine;
    if (enabled) dragPan.enable();
    else dragPan.disable();
  }

  override setDoubleClickToZoom(enabled: boolean): void {
    const { doubleClickZoom } = this.#options.view.engine;
    if (enabled) doubleClickZoom.enable();
    else doubleClickZoom.disable();
  }

  override render({ created, updated, unchanged }: TerraDrawChanges): void {
    this.#options.onDraft([...created, ...updated, ...unchanged]);
  }

  override clear(): void {
    this._currentModeCallbacks?.onClear();
    this.#options.onDraft([]);
  }

  /** Ends a drag whose pointer was released outside the map. */
  release(): void {
    this._dragState = 'not-dragging';
    this.setDraggability(true);
  }
}

/** Screen position of coordinates, in the world copy nearest to the centre of the map. */
export function projectNearest(view: MapView, [lng, lat]: Position): { x: number; y: number } {
  const { x, y } = view.project({ lng: nearestLng(lng, view.engine.getCenter().lng), lat });
  return { x, y };
}
