import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { LngLat, MapView } from '../map-view.ts';
import { PALETTES } from '../style/palette.ts';
import styles from './mark-canvas.module.css';
import { type MarkImage, markImages } from './mark-images.ts';
import { createMarkNames } from './mark-names.ts';
import { type Box, type NamePlaces, placeNames } from './name-places.ts';

/** What stands at a place of the map: images about the same middle, the lowest first, and a name. */
export interface Mark {
  readonly id: number;
  readonly at: LngLat;
  readonly images: readonly {
    /** As `imageSubject` writes it. */
    readonly subject: string;
    /** Degrees clockwise from north by which it is turned. */
    readonly turn: number;
  }[];
  /** Written beside it where there is room; null: nothing. */
  readonly name: string | null;
}

export interface MarkCanvas {
  /** Shows these and no others, from the next frame on; the first lies on top, and its name goes first. */
  set(marks: readonly Mark[]): void;
  /** The topmost mark at a point of the map, as it was drawn last; `near`: pixels beside it that still count. */
  hit(point: { readonly x: number; readonly y: number }, near: number): number | null;
  stop(): void;
}

/** Pixels at the bottom of the map where credits and scale lie over it. */
const CREDITS = 32;
/** Finer screens than this are served with fewer pixels: nobody sees them on what moves. */
const FINEST = 2;

interface DrawnMark {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Pixels from its middle to its edge, and to that of the largest of its images. */
  readonly half: number;
  readonly reach: number;
  readonly images: readonly (MarkImage & { readonly turn: number })[];
}

/** The canvas grows and shrinks in steps of so many pixels. */
const STEP = 64;

/**
 * Marks that move with a clock, drawn on a canvas of their own over that of the map: a frame of the map draws all of it anew, which takes 0.1 s
 * and more without a graphics card, and moving a mark must not wait for that. The canvas is as large as what is on it, because laying a large one
 * over the map costs as much again. When the map is drawn they are drawn with it.
 */
export function showMarks(view: MapView): MarkCanvas {
  const { engine } = view;
  const canvas = document.createElement('canvas');
  canvas.className = styles.marks ?? '';
  engine.getCanvas().after(canvas);
  const context = canvas.getContext('2d');
  const names = context === null ? null : createMarkNames(context);
  const images = markImages(later);
  let marks: readonly Mark[] = [];
  let drawn: readonly DrawnMark[] = [];
  let places: NamePlaces = new Map();
  let frame = 0;

  function later(): void {
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function draw(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    if (context === null || names === null || (marks.length === 0 && drawn.length === 0)) return;
    const { clientWidth: width, clientHeight: height } = engine.getCanvas();
    const middle = engine.getCenter().lng;
    drawn = marks.map((mark) => placeMark(view, images, mark, middle));
    places = placeNames(
      drawn.map((one, index) => names.measure(one, marks[index]?.name ?? null)),
      places,
      { left: 0, top: 0, right: width, bottom: height - CREDITS },
    );
    const ratio = Math.min(FINEST, devicePixelRatio);
    const boxes = [...drawn.map(boxOf), ...[...places.values()].map(({ box }) => box)];
    const { left, top } = layCanvas(canvas, context, boxes, ratio, { width, height });
    drawImages(context, drawn, { left, top, ratio, bearing: engine.getBearing() });
    context.setTransform(ratio, 0, 0, ratio, -left * ratio, -top * ratio);
    names.draw(marks, places, PALETTES[view.flavour].label);
  }

  const subscriptions = [engine.on('render', draw), engine.on('resize', later)];

  return {
    set(next) {
      marks = next;
      later();
    },
    hit({ x, y }, near) {
      const found = drawn.find(
        (one) => Math.max(Math.abs(one.x - x), Math.abs(one.y - y)) <= one.half + near,
      );
      return found?.id ?? null;
    },
    stop() {
      cancelAnimationFrame(frame);
      for (const subscription of subscriptions) subscription.unsubscribe();
      canvas.remove();
    },
  };
}

function placeMark(
  view: MapView,
  images: ReturnType<typeof markImages>,
  { id, at, images: parts }: Mark,
  middle: number,
): DrawnMark {
  // The view may lie on another copy of the world.
  const { x, y } = view.project({ lng: nearestLng(at.lng, middle), lat: at.lat });
  const ready = parts.flatMap(({ subject, turn }) => {
    const image = images.get(`${view.flavour} ${subject}`);
    return image === null ? [] : [{ ...image, turn }];
  });
  const halves = ready.map(({ width, height }) => Math.max(width, height) / 2);
  // What lies highest is what is seen of it; a nose may stick out below. What is turned reaches as far as its corners.
  return { id, x, y, half: halves.at(-1) ?? 0, reach: Math.max(0, ...halves) * Math.SQRT2, images: ready };
}

function boxOf({ x, y, reach }: DrawnMark): Box {
  return { left: x - reach, top: y - reach, right: x + reach, bottom: y + reach };
}

/** Lays the canvas, emptied, over what is to be drawn; answers its left top corner in pixels of the map. */
function layCanvas(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  drawn: readonly Box[],
  ratio: number,
  map: { readonly width: number; readonly height: number },
) {
  const boxes = drawn.filter(
    ({ left, top, right, bottom }) => right > 0 && bottom > 0 && left < map.width && top < map.height,
  );
  const left = Math.max(0, Math.floor(Math.min(map.width, ...boxes.map((box) => box.left))));
  const top = Math.max(0, Math.floor(Math.min(map.height, ...boxes.map((box) => box.top))));
  const right = Math.min(map.width, Math.max(0, ...boxes.map((box) => box.right)));
  const bottom = Math.min(map.height, Math.max(0, ...boxes.map((box) => box.bottom)));
  const width = Math.max(1, Math.ceil((right - left) / STEP)) * STEP;
  const height = Math.max(1, Math.ceil((bottom - top) / STEP)) * STEP;
  const [pixelsWide, pixelsHigh] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== pixelsWide || canvas.height !== pixelsHigh) {
    canvas.width = pixelsWide;
    canvas.height = pixelsHigh;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  } else {
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, pixelsWide, pixelsHigh);
  }
  canvas.style.transform = `translate(${left}px, ${top}px)`;
  return { left, top };
}

function drawImages(
  context: CanvasRenderingContext2D,
  drawn: readonly DrawnMark[],
  { left, top, ratio, bearing }: { left: number; top: number; ratio: number; bearing: number },
): void {
  // The first lies on top.
  for (const { x, y, images } of drawn.toReversed())
    for (const { picture, width, height, turn } of images) {
      const angle = ((turn - bearing) * Math.PI) / 180;
      const [cos, sin] = [Math.cos(angle) * ratio, Math.sin(angle) * ratio];
      context.setTransform(cos, sin, -sin, cos, (x - left) * ratio, (y - top) * ratio);
      context.drawImage(picture, -width / 2, -height / 2, width, height);
    }
}

/** Draws the marks over a map into a picture of it, which has so many pixels in each of the map's. */
export function drawMarks(view: MapView, into: CanvasRenderingContext2D, scale: number): void {
  const container = view.engine.getCanvasContainer();
  const frame = container.getBoundingClientRect();
  for (const canvas of container.querySelectorAll<HTMLCanvasElement>(`.${styles.marks}`)) {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    into.drawImage(
      canvas,
      (left - frame.left) * scale,
      (top - frame.top) * scale,
      width * scale,
      height * scale,
    );
  }
}
