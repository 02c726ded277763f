/** A box on the map, in pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A growing box around others. */
export interface Extent {
  /** Adds a box around a centre. */
  addAround(x: number, y: number, halfWidth: number, halfHeight: number): void;
  readonly box: Box | null;
}

/** Boxes beyond the bounds do not count. */
export function createExtent(bounds: Box): Extent {
  let left = Number.POSITIVE_INFINITY;
  let top = Number.POSITIVE_INFINITY;
  let right = Number.NEGATIVE_INFINITY;
  let bottom = Number.NEGATIVE_INFINITY;
  return {
    addAround(x, y, halfWidth, halfHeight) {
      if (x + halfWidth <= bounds.left || x - halfWidth >= bounds.right) return;
      if (y + halfHeight <= bounds.top || y - halfHeight >= bounds.bottom) return;
      left = Math.min(left, x - halfWidth);
      right = Math.max(right, x + halfWidth);
      top = Math.min(top, y - halfHeight);
      bottom = Math.max(bottom, y + halfHeight);
    },
    get box() {
      if (left > right) return null;
      return {
        left: Math.max(bounds.left, left),
        top: Math.max(bounds.top, top),
        right: Math.min(bounds.right, right),
        bottom: Math.min(bounds.bottom, bottom),
      };
    },
  };
}

export function unionOf(a: Box | null, b: Box | null): Box | null {
  if (a === null || b === null) return a ?? b;
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** The sides of a canvas are these multiples of this many pixels. */
const STEP = 64;
const STEPS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128];
/** A canvas of more than this many times the necessary area is made smaller. */
const MAX_EXCESS = 4;

/**
 * The box of a canvas that covers its content. It moves freely, but keeps its size while that is large enough: a new size
 * makes the page wait for the graphics card.
 *
 * @param mayShrink false: it also keeps a size that is much too large
 */
export function fitBox(content: Box, current: Box | null, mayShrink: boolean): Box {
  const needed = {
    width: sideFor(Math.ceil(content.right) - Math.floor(content.left)),
    height: sideFor(Math.ceil(content.bottom) - Math.floor(content.top)),
  };
  if (current === null) return placeBox(content, null, needed);
  const size = {
    width: Math.max(needed.width, current.right - current.left),
    height: Math.max(needed.height, current.bottom - current.top),
  };
  const isTooLarge = size.width * size.height > MAX_EXCESS * needed.width * needed.height;
  return placeBox(content, current, mayShrink && isTooLarge ? needed : size);
}

function sideFor(length: number): number {
  const steps = STEPS.find((count) => count * STEP >= length);
  return STEP * (steps ?? Math.ceil(length / STEP));
}

/** The box of this size that covers the content and is as near as possible to the current one. */
function placeBox(content: Box, current: Box | null, size: { width: number; height: number }): Box {
  const place = (low: number, high: number, length: number, now: number) =>
    Math.min(Math.floor(low), Math.max(Math.ceil(high) - length, now));
  const left = place(content.left, content.right, size.width, current?.left ?? content.left);
  const top = place(content.top, content.bottom, size.height, current?.top ?? content.top);
  return { left, top, right: left + size.width, bottom: top + size.height };
}
