import { nearestLng } from '@wakeline/domain/web-mercator';
import type { LngLat, MapView } from '../map-view.ts';
import { PALETTES } from '../palette.ts';
import styles from './mark-canvas.module.css';
import { markImages } from './mark-images.ts';
import { type Named, type NamePlaces, placeNames } from './name-places.ts';

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

const FONT =
  '600 12px "Segoe UI", "Helvetica Neue", "Noto Sans", "PingFang SC", "Microsoft YaHei", sans-serif';
const LINE = 16;
const HALO = 3;
/** Longer names are cut. */
const LONGEST = 168;
/** Finer screens than this are served with fewer pixels: nobody sees them on what moves. */
const FINEST = 2;

interface DrawnMark {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  /** Pixels from its middle to its edge. */
  readonly half: number;
}

/**
 * Marks that move with a clock, drawn on a canvas of their own over that of the map: a frame of the map draws all of it anew, which takes 0.1 s
 * and more without a graphics card, and moving a mark must not wait for that. When the map is drawn they are drawn with it.
 */
export function showMarks(view: MapView): MarkCanvas {
  const { engine } = view;
  const canvas = document.createElement('canvas');
  canvas.className = styles.marks ?? '';
  engine.getCanvas().after(canvas);
  const context = canvas.getContext('2d');
  const images = markImages(later);
  const names = new Map<string, { readonly text: string; readonly width: number }>();
  let marks: readonly Mark[] = [];
  let drawn: readonly DrawnMark[] = [];
  let places: NamePlaces = new Map();
  let frame = 0;

  function later(): void {
    if (frame === 0) frame = requestAnimationFrame(draw);
  }

  function fit(): number {
    const { clientWidth, clientHeight } = engine.getCanvas();
    const ratio = Math.min(FINEST, devicePixelRatio);
    const [width, height] = [Math.round(clientWidth * ratio), Math.round(clientHeight * ratio)];
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    return ratio;
  }

  function draw(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    if (context === null || (marks.length === 0 && drawn.length === 0)) return;
    const ratio = fit();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    const bearing = engine.getBearing();
    const middle = engine.getCenter().lng;
    const next: DrawnMark[] = [];
    // The first lies on top.
    for (const { id, at, images: parts } of marks.toReversed()) {
      // The view may lie on another copy of the world.
      const { x, y } = view.project({ lng: nearestLng(at.lng, middle), lat: at.lat });
      let half = 0;
      for (const { subject, turn } of parts) {
        const image = images.get(`${view.flavour} ${subject}`);
        if (image === null) continue;
        const { width, height } = image;
        const angle = ((turn - bearing) * Math.PI) / 180;
        const [cos, sin] = [Math.cos(angle) * ratio, Math.sin(angle) * ratio];
        context.setTransform(cos, sin, -sin, cos, x * ratio, y * ratio);
        context.drawImage(image.picture, -width / 2, -height / 2, width, height);
        // What lies highest is what is seen of it; a nose may stick out below.
        half = Math.min(width, height) / 2;
      }
      next.push({ id, x, y, half });
    }
    drawn = next.toReversed();
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawNames(context);
  }

  function drawNames(on: CanvasRenderingContext2D): void {
    on.font = FONT;
    const named = drawn.map((mark, index): Named => {
      const name = marks[index]?.name ?? null;
      return {
        ...mark,
        clear: mark.half,
        width: name === null ? 0 : written(on, name).width + HALO,
        height: LINE,
      };
    });
    places = placeNames(named, places);
    const { label } = PALETTES[view.flavour];
    on.textAlign = 'center';
    on.textBaseline = 'middle';
    on.lineJoin = 'round';
    on.lineWidth = HALO;
    on.strokeStyle = label.ground;
    on.fillStyle = label.text;
    for (const { id, name } of marks) {
      const box = places.get(id)?.box;
      if (name === null || box === undefined) continue;
      const { text } = written(on, name);
      const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
      on.strokeText(text, x, y);
      on.fillText(text, x, y);
    }
  }

  /** A name as it is written, cut where it is too long. */
  function written(on: CanvasRenderingContext2D, name: string) {
    const known = names.get(name);
    if (known !== undefined) return known;
    const letters = [...name];
    let text = name;
    while (on.measureText(text).width > LONGEST && letters.pop() !== undefined) text = `${letters.join('')}…`;
    const made = { text, width: on.measureText(text).width };
    names.set(name, made);
    return made;
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

/** The canvases with marks over a map, the lowest first. */
export function markCanvases(view: MapView): HTMLCanvasElement[] {
  return [...view.engine.getCanvasContainer().querySelectorAll<HTMLCanvasElement>(`.${styles.marks}`)];
}
