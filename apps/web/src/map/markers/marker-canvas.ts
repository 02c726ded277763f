import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { LngLat, MapView } from '../map-view.ts';
import { PALETTES } from '../style/palette.ts';
import { type Box, type LabelPositions, placeLabels } from './label-placement.ts';
import styles from './marker-canvas.module.css';
import { createMarkerImages, type MarkerImage } from './marker-images.ts';
import { createMarkerNames } from './marker-names.ts';

/** What stands at a place of the map: images about the same middle, the lowest first, and a name. */
export interface Marker {
  readonly id: number;
  readonly lngLat: LngLat;
  readonly images: readonly {
    /** As `writeImageSubject` writes it. */
    readonly subject: string;
    /** Degrees clockwise from north by which it is turned. */
    readonly rotation: number;
  }[];
  /** Written beside it where there is room; null: nothing. */
  readonly name: string | null;
}

export interface MarkerCanvas {
  /** Shows these and no others, from the next frame on; the first lies on top, and its name goes first. */
  set(markers: readonly Marker[]): void;
  /** The topmost mark at a point of the map, as it was drawn last; `near`: pixels beside it that still count. */
  hit(point: { readonly x: number; readonly y: number }, tolerance: number): number | null;
  stop(): void;
}

/** Pixels at the bottom of the map where credits and scale lie over it. */
const FOOTER_HEIGHT = 32;
/** Finer screens than this are served with fewer pixels: nobody sees them on what moves. */
const MAX_PIXEL_RATIO = 2;

interface DrawnMarker {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Pixels from its middle to its edge, and to that of the largest of its images. */
  readonly halfSize: number;
  readonly radius: number;
  readonly images: readonly (MarkerImage & { readonly rotation: number })[];
}

/** The canvas grows and shrinks in steps of so many pixels. */
const SIZE_STEP = 64;

/**
 * Marks that move with a clock, drawn on a canvas of their own over that of the map: a frame of the map draws all of it anew, which takes 0.1 s
 * and more without a graphics card, and moving a mark must not wait for that. The canvas is as large as what is on it, because laying a large one
 * over the map costs as much again. When the map is drawn they are drawn with it.
 */
export function showMarkers(view: MapView): MarkerCanvas {
  const { engine } = view;
  const canvas = document.createElement('canvas');
  canvas.className = styles.marks ?? '';
  engine.getCanvas().after(canvas);
  const context = canvas.getContext('2d');
  const names = context === null ? null : createMarkerNames(context);
  const images = createMarkerImages(scheduleDraw);
  let markers: readonly Marker[] = [];
  let drawn: readonly DrawnMarker[] = [];
  let labelPositions: LabelPositions = new Map();
  let frame = 0;

  function scheduleDraw(): void {
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function draw(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    if (context === null || names === null || (markers.length === 0 && drawn.length === 0)) return;
    const { clientWidth: width, clientHeight: height } = engine.getCanvas();
    const centerLng = engine.getCenter().lng;
    drawn = markers.map((marker) => layOutMarker(view, images, marker, centerLng));
    labelPositions = placeLabels(
      drawn.map((drawnMarker, index) => names.measure(drawnMarker, markers[index]?.name ?? null)),
      labelPositions,
      { left: 0, top: 0, right: width, bottom: height - FOOTER_HEIGHT },
    );
    const ratio = Math.min(MAX_PIXEL_RATIO, devicePixelRatio);
    const boxes = [...drawn.map(boxOf), ...[...labelPositions.values()].map(({ box }) => box)];
    const { left, top } = fitCanvas(canvas, context, boxes, ratio, { width, height });
    drawImages(context, drawn, { left, top, ratio, bearing: engine.getBearing() });
    context.setTransform(ratio, 0, 0, ratio, -left * ratio, -top * ratio);
    names.draw(markers, labelPositions, PALETTES[view.flavour].label);
  }

  const subscriptions = [engine.on('render', draw), engine.on('resize', scheduleDraw)];

  return {
    set(next) {
      markers = next;
      scheduleDraw();
    },
    hit({ x, y }, tolerance) {
      const found = drawn.find(
        (drawnMarker) =>
          Math.max(Math.abs(drawnMarker.x - x), Math.abs(drawnMarker.y - y)) <=
          drawnMarker.halfSize + tolerance,
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

function layOutMarker(
  view: MapView,
  images: ReturnType<typeof createMarkerImages>,
  { id, lngLat, images: markerImages }: Marker,
  centerLng: number,
): DrawnMarker {
  // The view may lie on another copy of the world.
  const { x, y } = view.project({ lng: nearestLng(lngLat.lng, centerLng), lat: lngLat.lat });
  const loadedImages = markerImages.flatMap(({ subject, rotation }) => {
    const image = images.get(`${view.flavour} ${subject}`);
    return image === null ? [] : [{ ...image, rotation }];
  });
  const halves = loadedImages.map(({ width, height }) => Math.max(width, height) / 2);
  // What lies highest is what is seen of it; a nose may stick out below. What is turned reaches as far as its corners.
  return {
    id,
    x,
    y,
    halfSize: halves.at(-1) ?? 0,
    radius: Math.max(0, ...halves) * Math.SQRT2,
    images: loadedImages,
  };
}

function boxOf({ x, y, radius }: DrawnMarker): Box {
  return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius };
}

/** Lays the canvas, emptied, over what is to be drawn; answers its left top corner in pixels of the map. */
function fitCanvas(
  canvas: HTMLCanvasElement,
  context: CanvasRenderingContext2D,
  allBoxes: readonly Box[],
  ratio: number,
  map: { readonly width: number; readonly height: number },
) {
  const boxes = allBoxes.filter(
    ({ left, top, right, bottom }) => right > 0 && bottom > 0 && left < map.width && top < map.height,
  );
  const left = Math.max(0, Math.floor(Math.min(map.width, ...boxes.map((box) => box.left))));
  const top = Math.max(0, Math.floor(Math.min(map.height, ...boxes.map((box) => box.top))));
  const right = Math.min(map.width, Math.max(0, ...boxes.map((box) => box.right)));
  const bottom = Math.min(map.height, Math.max(0, ...boxes.map((box) => box.bottom)));
  const width = Math.max(1, Math.ceil((right - left) / SIZE_STEP)) * SIZE_STEP;
  const height = Math.max(1, Math.ceil((bottom - top) / SIZE_STEP)) * SIZE_STEP;
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
  drawn: readonly DrawnMarker[],
  { left, top, ratio, bearing }: { left: number; top: number; ratio: number; bearing: number },
): void {
  // The first lies on top.
  for (const { x, y, images } of drawn.toReversed())
    for (const { picture, width, height, rotation } of images) {
      const angle = ((rotation - bearing) * Math.PI) / 180;
      const [cos, sin] = [Math.cos(angle) * ratio, Math.sin(angle) * ratio];
      context.setTransform(cos, sin, -sin, cos, (x - left) * ratio, (y - top) * ratio);
      context.drawImage(picture, -width / 2, -height / 2, width, height);
    }
}

/** Draws the marks over a map into a picture of it, which has so many pixels in each of the map's. */
export function drawMarkers(view: MapView, context: CanvasRenderingContext2D, scale: number): void {
  const container = view.engine.getCanvasContainer();
  const frame = container.getBoundingClientRect();
  for (const canvas of container.querySelectorAll<HTMLCanvasElement>(`.${styles.marks}`)) {
    const { left, top, width, height } = canvas.getBoundingClientRect();
    context.drawImage(
      canvas,
      (left - frame.left) * scale,
      (top - frame.top) * scale,
      width * scale,
      height * scale,
    );
  }
}
