import type { AtlasImage } from './atlas.ts';
import type { Box } from './box.ts';
import { isSameCamera, type SurfaceCamera, toPixel, visibleCopies } from './camera.ts';
import { isMoving, type MovingPoint, pointAt } from './moving-point.ts';
import type { SurfaceLayerId } from './order.ts';
import { type LabelCandidate, type LabelPositions, type LabelSide, placeLabels } from './place-labels.ts';
import { createSpriteBatch, type Sprite } from './sprite-batch.ts';
import type { Surface } from './surface.ts';

/** A picture of a text with its size in pixels. */
export interface LabelImage extends AtlasImage {
  readonly width: number;
  readonly height: number;
}

/** A marker with a label, or one that labels of others avoid. */
export interface Label {
  /** The same from frame to frame. */
  readonly id: number;
  readonly point: MovingPoint;
  /** Null: the marker has no label. */
  readonly image: LabelImage | null;
  /** Pixels from the point to the edge of the marker, which labels avoid; 0: it has none. */
  readonly halfSize: number;
  /** Pixels from the point to the label. */
  readonly clearance: number;
  /** Where the label may be, the best first. */
  readonly sides: readonly LabelSide[];
  /** The label avoids nothing. */
  readonly isAlwaysVisible?: boolean;
  /** 0 to 1. */
  readonly opacity?: number;
}

export interface Labels {
  /** Replaces all. Earlier ones have priority. */
  set(labels: readonly Label[]): void;
  /** Replaces one by its index. */
  update(index: number, label: Label): void;
  /** The index of the label at a pixel of the map, as last drawn; null: none. */
  findAt(pixel: { readonly x: number; readonly y: number }): number | null;
  stop(): void;
}

/** Height of the attribution and the scale at the bottom of the map, pixels. */
const FOOTER_HEIGHT = 32;
/** Pixels beyond the map in which markers still count. */
const MARGIN = 64;
/** Keys of the same label in two copies of the world differ by this. */
const COPY = 2 ** 40;

interface Placed {
  readonly index: number;
  readonly box: Box;
}

/** Adds a layer of labels that avoid markers and each other. */
export function addLabels(surface: Surface, id: SurfaceLayerId): Labels {
  const batch = createSpriteBatch(false);
  let labels: Label[] = [];
  let positions: LabelPositions = new Map();
  let placed: readonly Placed[] = [];
  let placedFor: SurfaceCamera | null = null;
  let movesUntil = 0;

  function place(camera: SurfaceCamera, now: number): void {
    const candidates: (LabelCandidate & { readonly index: number; readonly copy: number })[] = [];
    const copies = visibleCopies(camera, 0, 1, MARGIN);
    for (const [index, label] of labels.entries()) {
      const { x, y } = pointAt(label.point, now);
      for (const copy of copies) {
        const pixel = toPixel(camera, { x: x + copy, y });
        if (isNear(camera, pixel)) candidates.push(toCandidate(label, index, copy, pixel));
      }
    }
    const { width, height } = camera;
    const viewport = { left: 0, top: 0, right: width, bottom: height - FOOTER_HEIGHT };
    positions = placeLabels(candidates, positions, viewport);
    const visible = candidates.flatMap((candidate) => {
      const position = positions.get(candidate.id);
      return position === undefined ? [] : [{ ...candidate, box: position.box }];
    });
    placed = visible;
    // Those with priority are drawn last.
    batch.set(visible.toReversed().flatMap((one) => toSprite(labels[one.index], one)));
  }

  const stop = surface.add(id, {
    layOut(layout) {
      const { camera, now } = layout;
      if (placedFor === null || now < movesUntil || !isSameCamera(placedFor, camera)) place(camera, now);
      // After a movement they are placed once more at their final positions.
      placedFor = now < movesUntil ? null : camera;
      return batch.layOut(layout);
    },
    draw: batch.draw,
    nextChange: (now) => (now < movesUntil || (placedFor === null && labels.length > 0) ? 0 : null),
    images: batch.images,
    release: batch.release,
  });

  function noteMotion({ point }: Label): void {
    if (isMoving(point, performance.now())) movesUntil = Math.max(movesUntil, point.start + point.duration);
  }

  return {
    set(next) {
      labels = [...next];
      placedFor = null;
      movesUntil = 0;
      for (const label of labels) noteMotion(label);
      surface.requestDraw();
    },
    update(index, label) {
      labels[index] = label;
      placedFor = null;
      noteMotion(label);
      surface.requestDraw();
    },
    findAt({ x, y }) {
      const found = placed.find(
        ({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom,
      );
      return found?.index ?? null;
    },
    stop,
  };
}

function isNear({ width, height }: SurfaceCamera, { x, y }: { x: number; y: number }): boolean {
  return x > -MARGIN && y > -MARGIN && x < width + MARGIN && y < height + MARGIN;
}

function toCandidate(
  { id, image, halfSize, clearance, sides, isAlwaysVisible }: Label,
  index: number,
  copy: number,
  { x, y }: { x: number; y: number },
) {
  return {
    id: id + copy * COPY,
    index,
    copy,
    x,
    y,
    halfSize,
    clearance,
    width: image?.width ?? 0,
    height: image?.height ?? 0,
    sides,
    ...(isAlwaysVisible && { isAlwaysVisible }),
  };
}

function toSprite(
  label: Label | undefined,
  { copy, x, y, box }: { copy: number; x: number; y: number; box: Box },
): Sprite[] {
  if (label === undefined || label.image === null) return [];
  const { point, image, opacity = 1 } = label;
  const shift = ({ x: east, y: south }: { x: number; y: number }) => ({ x: east + copy, y: south });
  return [
    {
      point: { ...point, from: shift(point.from), to: shift(point.to) },
      image,
      offset: [(box.left + box.right) / 2 - x, (box.top + box.bottom) / 2 - y],
      opacity,
      isSharp: true,
    },
  ];
}
