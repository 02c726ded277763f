import { nearestLng } from '@wakeline/domain/geo/web-mercator';
import type { LngLat, MapView } from '../map-view.ts';
import { PALETTES } from '../style/palette.ts';
import { type Box, type LabelPositions, placeLabels } from './label-placement.ts';
import styles from './marker-canvas.module.css';
import { createMarkerImages, type MarkerImage } from './marker-images.ts';
import { createMarkerNames } from './marker-names.ts';

/** A marker: images around the same centre, the lowest first, and a name. */
export interface Marker {
  readonly id: number;
  readonly lngLat: LngLat;
  readonly images: readonly {
    /** As written by `writeImageSubject`. */
    readonly subject: string;
    /** Degrees clockwise from north. */
    readonly rotation: number;
  }[];
  /** Drawn next to the marker if there is space; null: no label. */
  readonly name: string | null;
}

export interface MarkerCanvas {
  /** Replaces all markers in the next frame. The first one is topmost, and its label has priority. */
  set(markers: readonly Marker[]): void;
  /** The topmost marker at a point of the map, as last drawn. `tolerance`: pixels around it that still count. */
  hit(point: { readonly x: number; readonly y: number }, tolerance: number): number | null;
  stop(): void;
}

/** Height of the attribution and the scale at the bottom of the map, pixels. */
const FOOTER_HEIGHT = 32;
/** Higher resolutions are not noticeable on moving markers. */
const MAX_PIXEL_RATIO = 2;

interface DrawnMarker {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Pixels from its centre to the edge of its top image, and to that of its largest image. */
  readonly halfSize: number;
  readonly radius: number;
  readonly images: readonly (MarkerImage & { readonly rotation: number })[];
}

/** The canvas is resized in steps of this many pixels. */
const SIZE_STEP = 64;

/**
 * Markers that move with a clock, drawn on a separate canvas above the map. Rendering a map frame takes 0.1 s and
 * more without a graphics card, and moving a marker must not wait for it. The canvas is only as large as its content,
 * because compositing a large one costs as much again. Each map frame redraws the markers, too.
 */
export function showMarkers(view: MapView): MarkerCanvas {
  const { engine } = view;
  const canvas = document.createElement('canvas');
  canvas.className = styles.canvas ?? '';
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
  // The view may be on another copy of the world.
  const { x, y } = view.project({ lng: nearestLng(lngLat.lng, centerLng), lat: lngLat.lat });
  const loadedImages = markerImages.flatMap(({ subject, rotation }) => {
    const image = images.get(`${view.flavour} ${subject}`);
    return image === null ? [] : [{ ...image, rotation }];
  });
  const halves = loadedImages.map(({ width, height }) => Math.max(width, height) / 2);
  // The top image determines the hit area, because a nose may stick out below it. A rotated image extends to its
  // corners.
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

/** Clears and resizes the canvas to cover the boxes. Returns its top left corner in pixels of the map. */
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
  // The first marker is topmost.
  for (const { x, y, images } of drawn.toReversed())
    for (const { picture, width, height, rotation } of images) {
      const angle = ((rotation - bearing) * Math.PI) / 180;
      const [cos, sin] = [Math.cos(angle) * ratio, Math.sin(angle) * ratio];
      context.setTransform(cos, sin, -sin, cos, (x - left) * ratio, (y - top) * ratio);
      context.drawImage(picture, -width / 2, -height / 2, width, height);
    }
}

/** Draws the markers of a map into an image of it, with `scale` image pixels for each map pixel. */
export function drawMarkers(view: MapView, context: CanvasRenderingContext2D, scale: number): void {
  const container = view.engine.getCanvasContainer();
  const frame = container.getBoundingClientRect();
  for (const canvas of container.querySelectorAll<HTMLCanvasElement>(`.${styles.canvas}`)) {
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
