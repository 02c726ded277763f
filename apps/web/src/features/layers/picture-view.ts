/** Position of a picture in its pane: screen pixels per picture pixel, and its top left corner. */
export interface PictureView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Maximum screen pixels per picture pixel. */
const MAX_SCALE = 16;

/** Fits the complete picture into the middle of the pane. */
export function fitPicture(picture: Size, pane: Size): PictureView {
  const scale = Math.min(pane.width / picture.width, pane.height / picture.height);
  return {
    scale,
    x: (pane.width - picture.width * scale) / 2,
    y: (pane.height - picture.height * scale) / 2,
  };
}

/** Zooms by a factor around a point of the pane, not below `minScale`. */
export function zoomAt(view: PictureView, factor: number, anchor: Point, minScale: number): PictureView {
  const scale = Math.min(MAX_SCALE, Math.max(minScale, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: anchor.x - (anchor.x - view.x) * ratio, y: anchor.y - (anchor.y - view.y) * ratio };
}

/** Converts a point of the pane to one of the picture, and back. */
export function toPicturePoint({ scale, x, y }: PictureView, point: Point): Point {
  return { x: (point.x - x) / scale, y: (point.y - y) / scale };
}
export function toPanePoint({ scale, x, y }: PictureView, point: Point): Point {
  return { x: x + point.x * scale, y: y + point.y * scale };
}
