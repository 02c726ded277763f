/** `[longitude, latitude]`, WGS-84 degrees. */
export type LngLat = [lng: number, lat: number];

/** Corners of a picture in WGS-84: top left, top right, bottom right, bottom left. */
export type PictureCorners = readonly [LngLat, LngLat, LngLat, LngLat];

/**
 * From pixels to coordinates of a system: x = a column + b row + c, y = d column + e row + f. Columns and rows start with 0
 * at the outer edge of the top left pixel.
 */
export interface PixelGrid {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly e: number;
  readonly f: number;
}

/** Corners of a picture in the coordinates of the grid, in the order of `PictureCorners`. */
export function gridCorners(
  { a, b, c, d, e, f }: PixelGrid,
  { width, height }: { readonly width: number; readonly height: number },
): readonly [LngLat, LngLat, LngLat, LngLat] {
  const at = (column: number, row: number): LngLat => [a * column + b * row + c, d * column + e * row + f];
  return [at(0, 0), at(width, 0), at(width, height), at(0, height)];
}

/** Whether the grid gives different pixels different coordinates. */
export function isUsableGrid({ a, b, c, d, e, f }: PixelGrid): boolean {
  return [a, b, c, d, e, f].every(Number.isFinite) && a * e - b * d !== 0;
}

/** The grid of a file that has the coordinates of pixel centres. */
export function fromPixelCentres({ a, b, c, d, e, f }: PixelGrid): PixelGrid {
  return { a, b, c: c - (a + b) / 2, d, e, f: f - (d + e) / 2 };
}

export type GeoreferenceErrorCode =
  /** Not six numbers, or a grid without an area. */
  | 'world-file'
  /** A KML file without a ground overlay. */
  | 'no-overlay'
  /** Several ground overlays: the picture is cut into tiles. */
  | 'several-overlays'
  /** The coordinates of the overlay are missing or impossible. */
  | 'overlay-position'
  /** The picture of the overlay is not in the archive. */
  | 'overlay-picture'
  /** A TIFF file whose directory cannot be read. */
  | 'tiff';

/** A position of a picture that cannot be read. */
export class GeoreferenceError extends Error {
  readonly code: GeoreferenceErrorCode;

  constructor(code: GeoreferenceErrorCode) {
    super(code);
    this.name = 'GeoreferenceError';
    this.code = code;
  }
}
