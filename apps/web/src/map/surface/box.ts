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

/** Sizes change in steps of this many pixels. */
const STEP = 64;
/** A canvas of more than this many times the necessary area is made smaller. */
const MAX_EXCESS = 1.5;

/**
 * The box of a canvas that covers its content: the current one while that is large enough and not much too large,
 * because a new size clears the canvas and costs memory.
 */
export function fitBox(content: Box, current: Box | null): Box {
  const left = Math.floor(content.left);
  const top = Math.floor(content.top);
  const width = Math.max(1, Math.ceil((content.right - left) / STEP)) * STEP;
  const height = Math.max(1, Math.ceil((content.bottom - top) / STEP)) * STEP;
  if (
    current !== null &&
    current.left <= content.left &&
    current.top <= content.top &&
    current.right >= content.right &&
    current.bottom >= content.bottom &&
    (current.right - current.left) * (current.bottom - current.top) <= MAX_EXCESS * width * height
  )
    return current;
  return { left, top, right: left + width, bottom: top + height };
}
