import type { Position } from '@wakeline/domain/fences/fence-shape';
import { mercatorX, mercatorY, nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { TerraDrawMouseEvent } from 'terra-draw';
import type { Drawn } from './draw-surface.ts';
import type { EditHands } from './edit-mode.ts';
import {
  asCorner,
  firstPlace,
  type Handle,
  handlesOf,
  moveHandle,
  moveWhole,
  outlinesOf,
  removeCorner,
} from './edit-shape.ts';

interface Pixel {
  readonly x: number;
  readonly y: number;
}

export interface EditedShape {
  /** What is finished; null while there is nothing. */
  get(): Drawn | null;
  /** Shows it on the way; the state before it is what is given up to. */
  preview(drawn: Drawn | null): void;
  /** One step, which can be undone. */
  commit(drawn: Drawn): void;
  setActive(handle: Handle | null): void;
  setCursor(cursor: 'grab' | 'grabbing' | 'move' | 'pointer' | 'crosshair' | 'unset'): void;
  project(place: Position): Pixel;
  /** Where the pointer was last pressed: a quick hand is far from there when the drag is told. Null before the first time. */
  pressedAt(): { readonly pixel: Pixel; readonly place: Position } | null;
  /** Pixels round a place that still mean it: more for a finger. */
  readonly reach: number;
}

type Held =
  | { readonly part: 'handle'; readonly handle: Handle; readonly from: Drawn }
  | { readonly part: 'whole'; readonly at: Position; readonly from: Drawn };

/** How a pointer changes a finished shape: corners and the whole are dragged, middles of edges become corners. */
export class ShapeHands implements EditHands {
  readonly #shape: EditedShape;
  #held: Held | null = null;
  #active: Handle | null = null;
  /** The shape as it was dragged to last. */
  #last: Drawn | null = null;

  constructor(shape: EditedShape) {
    this.#shape = shape;
  }

  get dragging(): boolean {
    return this.#held !== null;
  }

  get holding(): 'handle' | 'whole' | null {
    return this.#held?.part ?? null;
  }

  move(event: TerraDrawMouseEvent): void {
    const shape = this.#shape;
    const drawn = shape.get();
    if (drawn === null) return;
    const handle = handleAt(shape, drawn, pixelOf(event));
    if (handle !== null) shape.setCursor(handle.role === 'middle' ? 'pointer' : 'grab');
    else if (drawn.kind === 'marker') shape.setCursor('crosshair');
    else shape.setCursor(isOnWhole(shape, drawn, pixelOf(event), placeOf(drawn, event)) ? 'move' : 'unset');
  }

  click(event: TerraDrawMouseEvent): void {
    const shape = this.#shape;
    const drawn = shape.get();
    if (drawn === null) return;
    const handle = handleAt(shape, drawn, pixelOf(event));
    if (event.button === 'right' || event.isContextMenu) {
      if (handle !== null) this.#remove(drawn, handle);
    } else if (handle?.role === 'middle') {
      this.#activate(asCorner(handle));
      shape.commit(moveHandle(drawn, handle, handle.place));
    } else if (handle !== null) this.#activate(handle.role === 'corner' ? handle : null);
    else if (drawn.kind === 'marker') shape.commit({ kind: 'marker', place: [event.lng, event.lat] });
    else this.#activate(null);
  }

  dragStart(event: TerraDrawMouseEvent): boolean {
    const shape = this.#shape;
    const drawn = shape.get();
    if (drawn === null || event.button === 'right') return false;
    const pressed = shape.pressedAt();
    const pixel = pressed?.pixel ?? pixelOf(event);
    const [lng, lat] = pressed?.place ?? [event.lng, event.lat];
    const at: Position = [nearestLng(lng, firstPlace(drawn)[0]), lat];
    const handle = handleAt(shape, drawn, pixel);
    if (handle !== null) this.#held = { part: 'handle', handle, from: drawn };
    else if (isOnWhole(shape, drawn, pixel, at)) this.#held = { part: 'whole', at, from: drawn };
    if (this.#held === null) return false;
    this.#activate(handle === null ? null : asCorner(handle));
    shape.setCursor('grabbing');
    return true;
  }

  drag(event: TerraDrawMouseEvent): void {
    if (this.#held === null) return;
    this.#last = changed(this.#held, placeOf(this.#held.from, event));
    this.#shape.preview(this.#last);
  }

  dragEnd(event: TerraDrawMouseEvent): void {
    if (this.#held === null) return;
    this.#last = changed(this.#held, placeOf(this.#held.from, event));
    this.drop();
  }

  /** Lets go where the pointer was last. */
  drop(): void {
    const after = this.#last;
    this.#held = null;
    this.#last = null;
    this.#shape.preview(null);
    if (after !== null) this.#shape.commit(after);
    this.#shape.setCursor('unset');
  }

  cancel(): void {
    this.#held = null;
    this.#last = null;
    this.#shape.preview(null);
    this.#activate(null);
  }

  /** Removes the corner that was last taken hold of; answers whether there was one. */
  removeActive(): boolean {
    const drawn = this.#shape.get();
    return drawn !== null && this.#active !== null && this.#remove(drawn, this.#active);
  }

  #activate(handle: Handle | null): void {
    this.#active = handle;
    this.#shape.setActive(handle);
  }

  #remove(drawn: Drawn, handle: Handle): boolean {
    const without = removeCorner(drawn, handle);
    if (without === null) return false;
    this.#activate(null);
    this.#shape.commit(without);
    return true;
  }
}

const pixelOf = (event: TerraDrawMouseEvent): Pixel => ({ x: event.containerX, y: event.containerY });

function placeOf(drawn: Drawn, event: TerraDrawMouseEvent): Position {
  return [nearestLng(event.lng, firstPlace(drawn)[0]), event.lat];
}

function handleAt({ project, reach }: EditedShape, drawn: Drawn, at: Pixel): Handle | null {
  let nearest: { readonly handle: Handle; readonly gap: number } | null = null;
  for (const handle of handlesOf(drawn)) {
    const { x, y } = project(handle.place);
    // A middle gives way to a corner that is as near.
    const gap = Math.hypot(x - at.x, y - at.y) + (handle.role === 'middle' ? reach / 2 : 0);
    if (gap <= reach && gap < (nearest?.gap ?? Number.POSITIVE_INFINITY)) nearest = { handle, gap };
  }
  return nearest?.handle ?? null;
}

function isOnWhole({ project, reach }: EditedShape, drawn: Drawn, at: Pixel, place: Position): boolean {
  return outlinesOf(drawn).some(({ line, closed }, index) =>
    closed ? index === 0 && isInside(line, place) : isNearLine(line.map(project), at, reach),
  );
}

function changed(held: Held, to: Position): Drawn {
  return held.part === 'handle' ? moveHandle(held.from, held.handle, to) : moveWhole(held.from, held.at, to);
}

/** Whether a place lies in a ring as the map shows it, by counting the edges to its east. */
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

function isNearLine(line: readonly Pixel[], at: Pixel, reach: number): boolean {
  return line.some((from, index) => {
    const to = line[index + 1];
    if (to === undefined) return false;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const square = dx * dx + dy * dy;
    const share =
      square === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - from.x) * dx + (at.y - from.y) * dy) / square));
    return Math.hypot(from.x + share * dx - at.x, from.y + share * dy - at.y) <= reach;
  });
}
