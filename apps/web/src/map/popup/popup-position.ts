/** A rectangle of the map in pixels. */
export interface ScreenArea {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PopupPosition {
  /** Pixels of the popup's top left corner. */
  readonly left: number;
  readonly top: number;
  /**
   * On which side of the anchor the popup is; null when the anchor is out of view and the popup stays at the edge.
   */
  readonly side: 'above' | 'below' | null;
  /** Pixels from the popup's left edge to its arrow. */
  readonly arrowOffset: number;
}

/** Pixels between the anchor and the popup: half a marker and the arrow. */
export const POPUP_DISTANCE = 26;
const MARGIN = 8;
/** Minimum distance of the arrow from the popup's corners. */
const CORNER = 14;

/**
 * The position of a popup: above its anchor, below if there is no space above, and always inside the free area.
 *
 * @param size size of the popup, pixels
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

/** Limits a value to a range; the lower limit wins if the range is empty. */
function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}
