import type { Position } from '@wakeline/domain/fences/fence-shape';
import { mercatorX, mercatorY, nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { TerraDrawMouseEvent } from 'terra-draw';
import type { DrawnShape } from './draw-surface.ts';
import type { EditPointerHandlers } from './edit-mode.ts';
import {
  firstCoordinates,
  type Handle,
  handlesOf,
  moveHandle,
  moveShape,
  outlinesOf,
  removeVertex,
  toVertexHandle,
} from './edit-shape.ts';

interface Pixel {
  readonly x: number;
  readonly y: number;
}

export interface EditedShape {
  /** The finished shape; null while there is none. */
  get(): DrawnShape | null;
  /** Displays an intermediate state; null restores the committed shape. */
  preview(drawn: DrawnShape | null): void;
  /** Adds one undo step. */
  commit(drawn: DrawnShape): void;
  setActive(handle: Handle | null): void;
  setCursor(cursor: 'grab' | 'grabbing' | 'move' | 'pointer' | 'crosshair' | 'unset'): void;
  project(coordinates: Position): Pixel;
  /**
   * Where the pointer was last pressed. A fast pointer is far from there when the drag event arrives. Null before the
   * first press.
   */
  pressedAt(): { readonly pixel: Pixel; readonly coordinates: Position } | null;
  /** Pixels around a point that still hit it; larger for touch. */
  readonly tolerance: number;
}

type Drag =
  | { readonly kind: 'handle'; readonly handle: Handle; readonly from: DrawnShape }
  | { readonly kind: 'shape'; readonly at: Position; readonly from: DrawnShape };

/** Edits a finished shape by pointer: vertices and the complete shape can be dragged, midpoints become vertices. */
export class ShapeEditor implements EditPointerHandlers {
  readonly #shape: EditedShape;
  #drag: Drag | null = null;
  #active: Handle | null = null;
  /** The shape after the last drag event. */
  #last: DrawnShape | null = null;

  constructor(shape: EditedShape) {
    this.#shape = shape;
  }

  get dragging(): boolean {
    return this.#drag !== null;
  }

  get draggedPart(): 'handle' | 'shape' | null {
    return this.#drag?.kind ?? null;
  }

  move(event: TerraDrawMouseEvent): void {
    const shape = this.#shape;
    const drawn = shape.get();
    if (drawn === null) return;
    const handle = handleAt(shape, drawn, pixelOf(event));
    if (handle !== null) shape.setCursor(handle.role === 'midpoint' ? 'pointer' : 'grab');
    else if (drawn.kind === 'marker') shape.setCursor('crosshair');
    else
      shape.setCursor(
        isOnShape(shape, drawn, pixelOf(event), coordinatesOf(drawn, event)) ? 'move' : 'unset',
      );
  }

  click(event: TerraDrawMouseEvent): void {
    const shape = this.#shape;
    const drawn = shape.get();
    if (drawn === null) return;
    const handle = handleAt(shape, drawn, pixelOf(event));
    if (event.button === 'right' || event.isContextMenu) {
      if (handle !== null) this.#remove(drawn, handle);
    } else if (handle?.role === 'midpoint') {
      this.#activate(toVertexHandle(handle));
      shape.commit(moveHandle(drawn, handle, handle.coordinates));
    } else if (handle !== null) this.#activate(handle.role === 'vertex' ? handle : null);
    else if (drawn.kind === 'marker') shape.commit({ kind: 'marker', coordinates: [event.lng, event.lat] });
    else this.#activate(null);
  }

  dragStart(event: TerraDrawMouseEvent): boolean {
    const shape = this.#shape;
    const drawn = shape.get();
    if (drawn === null || event.button === 'right') return false;
    const pressed = shape.pressedAt();
    const pixel = pressed?.pixel ?? pixelOf(event);
    const [lng, lat] = pressed?.coordinates ?? [event.lng, event.lat];
    const at: Position = [nearestLng(lng, firstCoordinates(drawn)[0]), lat];
    const handle = handleAt(shape, drawn, pixel);
    if (handle !== null) this.#drag = { kind: 'handle', handle, from: drawn };
    else if (isOnShape(shape, drawn, pixel, at)) this.#drag = { kind: 'shape', at, from: drawn };
    if (this.#drag === null) return false;
    this.#activate(handle === null ? null : toVertexHandle(handle));
    shape.setCursor('grabbing');
    return true;
  }

  drag(event: TerraDrawMouseEvent): void {
    if (this.#drag === null) return;
    this.#last = applyDrag(this.#drag, coordinatesOf(this.#drag.from, event));
    this.#shape.preview(this.#last);
  }

  dragEnd(event: TerraDrawMouseEvent): void {
    if (this.#drag === null) return;
    this.#last = applyDrag(this.#drag, coordinatesOf(this.#drag.from, event));
    this.drop();
  }

  /** Commits the drag at the last pointer position. */
  drop(): void {
    const after = this.#last;
    this.#drag = null;
    this.#last = null;
    this.#shape.preview(null);
    if (after !== null) this.#shape.commit(after);
    this.#shape.setCursor('unset');
  }

  cancel(): void {
    this.#drag = null;
    this.#last = null;
    this.#shape.preview(null);
    this.#activate(null);
  }

  /** Removes the active vertex. Returns whether there was one. */
  removeActive(): boolean {
    const drawn = this.#shape.get();
    return drawn !== null && this.#active !== null && this.#remove(drawn, this.#active);
  }

  #activate(handle: Handle | null): void {
    this.#active = handle;
    this.#shape.setActive(handle);
  }

  #remove(drawn: DrawnShape, handle: Handle): boolean {
    const remaining = removeVertex(drawn, handle);
    if (remaining === null) return false;
    this.#activate(null);
    this.#shape.commit(remaining);
    return true;
  }
}

const pixelOf = (event: TerraDrawMouseEvent): Pixel => ({ x: event.containerX, y: event.containerY });

function coordinatesOf(drawn: DrawnShape, event: TerraDrawMouseEvent): Position {
  return [nearestLng(event.lng, firstCoordinates(drawn)[0]), event.lat];
}

function handleAt({ project, tolerance }: EditedShape, drawn: DrawnShape, at: Pixel): Handle | null {
  let nearest: { readonly handle: Handle; readonly gap: number } | null = null;
  for (const handle of handlesOf(drawn)) {
    const { x, y } = project(handle.coordinates);
    // Prefer a vertex to a midpoint at a similar distance.
    const distance = Math.hypot(x - at.x, y - at.y) + (handle.role === 'midpoint' ? tolerance / 2 : 0);
    if (distance <= tolerance && distance < (nearest?.gap ?? Number.POSITIVE_INFINITY))
      nearest = { handle, gap: distance };
  }
  return nearest?.handle ?? null;
}

function isOnShape(
  { project, tolerance }: EditedShape,
  drawn: DrawnShape,
  at: Pixel,
  coordinates: Position,
): boolean {
  return outlinesOf(drawn).some(({ line, closed }, index) =>
    closed ? index === 0 && isInside(line, coordinates) : isNearLine(line.map(project), at, tolerance),
  );
}

function applyDrag(drag: Drag, to: Position): DrawnShape {
  return drag.kind === 'handle' ? moveHandle(drag.from, drag.handle, to) : moveShape(drag.from, drag.at, to);
}

/** Whether coordinates lie in a ring on the map (ray casting: counts the edges to the east). */
function isInside(ring: readonly Position[], [lng, lat]: Position): boolean {
  const [x, y] = [mercatorX(lng), mercatorY(lat)];
  let inside = false;
  ring.forEach(([lng1, lat1], index) => {
    const [lng2, lat2] = ring[(index + 1) % ring.length] ?? [lng1, lat1];
    const [y1, y2] = [mercatorY(lat1), mercatorY(lat2)];
    if (y1 > y === y2 > y) return;
    const [x1, x2] = [mercatorX(lng1), mercatorX(lng2)];
    if (x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside;
  });
  return inside;
}

function isNearLine(line: readonly Pixel[], at: Pixel, tolerance: number): boolean {
  return line.some((from, index) => {
    const to = line[index + 1];
    if (to === undefined) return false;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const square = dx * dx + dy * dy;
    const fraction =
      square === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - from.x) * dx + (at.y - from.y) * dy) / square));
    return Math.hypot(from.x + fraction * dx - at.x, from.y + fraction * dy - at.y) <= tolerance;
  });
}
