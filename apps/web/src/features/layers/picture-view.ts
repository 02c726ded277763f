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
const CLOSEST = 16;

/** The whole picture in the middle of the pane. */
export function wholePicture(picture: Size, pane: Size): PictureView {
  const scale = Math.min(pane.width / picture.width, pane.height / picture.height);
  return {
    scale,
    x: (pane.width - picture.width * scale) / 2,
    y: (pane.height - picture.height * scale) / 2,
  };
}

/** Closer by a factor, or farther below 1; what is at this point of the pane stays there. Never farther than `least`. */
export function zoomedAt(view: PictureView, factor: number, at: Point, least: number): PictureView {
  const scale = Math.min(CLOSEST, Math.max(least, view.scale * factor));
  const by = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by };
}

/** A point of the pane on the picture, and back. */
export function onPicture({ scale, x, y }: PictureView, at: Point): Point {
  return { x: (at.x - x) / scale, y: (at.y - y) / scale };
}
export function onPane({ scale, x, y }: PictureView, at: Point): Point {
  return { x: x + at.x * scale, y: y + at.y * scale };
}
