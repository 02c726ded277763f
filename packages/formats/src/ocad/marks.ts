/** Marks of a vertex: the lower bytes of x and y, those of y shifted by four bits. */
export const CURVE_FIRST = 1;
export const CURVE_SECOND = 2;
/** Without the left line of a double line up to the next vertex. */
export const NO_LEFT = 4;
/** Without the border of an area, or a gap of a line, up to the next vertex. */
export const GAP = 8;
export const CORNER = 16;
/** First vertex of a hole of an area. */
export const HOLE = 32;
export const NO_RIGHT = 64;
export const DASH = 128;
