/** A rectangle of the map in pixels. */
export interface ScreenArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PopupPosition {
  /** Pixels of the box's left top corner. */
  readonly left: number;
  readonly top: number;
  /** On which side of the place the box lies; null when the place is out of view and the box only waits at the edge. */
  readonly side: 'above' | 'below' | null;
  /** Pixels from the box's left edge to its tip. */
  readonly arrowOffset: number;
}

/** Pixels between the place and the box: half a marker and the tip. */
export const POPUP_DISTANCE = 26;
const MARGIN = 8;
/** The tip stays this far from the box's corners. */
const CORNER = 14;

/**
 * Where a popup lies: above its place, below where there is no room above, and always inside the free area.
 *
 * @param size of the box, pixels.
 */
export function positionPopup(
  point: { readonly x: number; readonly y: number },
  size: { readonly width: number; readonly height: number },
  free: ScreenArea,
): PopupPosition {
  const inView =
    point.x >= free.left && point.x <= free.right && point.y >= free.top && point.y <= free.bottom;
  const fitsAbove = point.y - POPUP_DISTANCE - size.height >= free.top + MARGIN;
  const fitsBelow = point.y + POPUP_DISTANCE + size.height <= free.bottom - MARGIN;
  const side = fitsAbove || !fitsBelow ? 'above' : 'below';
  const top = side === 'above' ? point.y - POPUP_DISTANCE - size.height : point.y + POPUP_DISTANCE;
  const left = clamp(point.x - size.width / 2, free.left + MARGIN, free.right - MARGIN - size.width);
  return {
    left,
    top: clamp(top, free.top + MARGIN, free.bottom - MARGIN - size.height),
    side: inView ? side : null,
    arrowOffset: clamp(point.x - left, CORNER, size.width - CORNER),
  };
}

/** A value held between two others; the lower one wins where there is no room. */
function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
