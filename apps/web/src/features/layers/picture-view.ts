/** How a picture stands in its pane: screen pixels of one of its own, and where its top left corner is. */
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

/** Screen pixels of one pixel of the picture at the most. */
const MAX_SCALE = 16;

/** The whole picture in the middle of the pane. */
export function fitPicture(picture: Size, pane: Size): PictureView {
  const scale = Math.min(pane.width / picture.width, pane.height / picture.height);
  return {
    scale,
    x: (pane.width - picture.width * scale) / 2,
    y: (pane.height - picture.height * scale) / 2,
  };
}

/** Closer by a factor, or farther below 1; what is at this point of the pane stays there. Never farther than `least`. */
export function zoomAt(view: PictureView, factor: number, anchor: Point, minScale: number): PictureView {
  const scale = Math.min(MAX_SCALE, Math.max(minScale, view.scale * factor));
  const ratio = scale / view.scale;
  return { scale, x: anchor.x - (anchor.x - view.x) * ratio, y: anchor.y - (anchor.y - view.y) * ratio };
}

/** A point of the pane on the picture, and back. */
export function toPicturePoint({ scale, x, y }: PictureView, point: Point): Point {
  return { x: (point.x - x) / scale, y: (point.y - y) / scale };
}
export function toPanePoint({ scale, x, y }: PictureView, point: Point): Point {
  return { x: x + point.x * scale, y: y + point.y * scale };
}
